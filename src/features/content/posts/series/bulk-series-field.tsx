import type { BulkSeriesField as Field } from '#components/content/media-items/bulk-edit-dialog.tsx';
import { routes } from '#config/routes.ts';
import { problemMessage } from '#lib/problem.ts';
import { allOwnSeries, listOwnSeries } from '#services/content/posts/series.ts';
import { useRead } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';

const explainChoice = (value: string): string | undefined => {
  if (value === 'keep') return undefined;
  return value === 'none'
    ? 'They’re removed from their current series.'
    : 'They’re added at the end, oldest first. Posts already in it keep their place.';
};

/** Which series many posts become part of, or that they leave theirs. */
export function BulkSeriesField({ value, onChange }: Field) {
  const { data, error, isFetching, refetch } = useRead(listOwnSeries, allOwnSeries);
  const options = [
    { value: 'keep', label: 'Leave as it is' },
    { value: 'none', label: 'None' },
    ...(data?.data ?? []).map(({ _id, title }) => ({ value: _id, label: title })),
    ...(data || error ? [] : [{ value: 'loading', label: 'Loading…', disabled: true }]),
  ];
  if (data?.data.length === 0)
    return (
      <Row gap={12}>
        <span>You have no series to add them to.</span>
        <ButtonLink href={routes.postSeries}>Go to series</ButtonLink>
      </Row>
    );
  return (
    <Stack gap={12}>
      <Select
        label="Add to series"
        hint={explainChoice(value)}
        options={options}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && !isFetching ? (
        <Notice tone="danger" announce action={<Button onClick={() => void refetch()}>Try again</Button>}>
          Your series didn’t load. {problemMessage(error)}
        </Notice>
      ) : null}
    </Stack>
  );
}
