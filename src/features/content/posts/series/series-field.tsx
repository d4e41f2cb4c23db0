import Plus from 'lucide-react/icons/plus';
import { problemMessage } from '#lib/problem.ts';
import { allOwnSeries, listOwnSeries } from '#services/content/posts/series.ts';
import { useRead } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Select, type SelectOption, type SelectProps } from '#ui/forms/text-input.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import styles from './series-field.module.css';

export interface NamedSeries {
  readonly _id: string;
  readonly title: string;
}
export interface SeriesFieldProps extends Pick<SelectProps, 'id' | 'error' | 'onChange'> {
  readonly value: string;
  /** Series that the list may lack: the post's own while it loads, and one that was just made. */
  readonly known: readonly NamedSeries[];
  readonly onNew: () => void;
}

/** A remembered draft can name a series that was deleted since, which the server then says. */
function listOptions(
  value: string,
  listed: readonly NamedSeries[] | undefined,
  known: readonly NamedSeries[],
): SelectOption[] {
  const all = new Map([...known, ...(listed ?? [])].map(({ _id, title }) => [_id, title]));
  if (value !== '' && !all.has(value)) all.set(value, listed ? 'A series that was deleted' : 'Loading…');
  return [...all].map(([each, label]) => ({ value: each, label }));
}

/** Which series a post is part of. */
export function SeriesField({ known, onNew, ...field }: SeriesFieldProps) {
  const { data, error: problem, isFetching, refetch } = useRead(listOwnSeries, allOwnSeries);
  return (
    <Stack gap={12}>
      <Row gap={12} top>
        <Select
          label="Series"
          optional
          className={styles.select}
          placeholder="None"
          hint="A numbered set of posts. New parts are added at the end."
          options={listOptions(field.value, data?.data, known)}
          {...field}
        />
        <Button icon={<Plus size={18} aria-hidden="true" />} className={styles.make} onClick={onNew}>
          New series
        </Button>
      </Row>
      {problem && !isFetching ? (
        <Notice tone="danger" announce action={<Button onClick={() => void refetch()}>Try again</Button>}>
          Your series didn’t load. {problemMessage(problem)}
        </Notice>
      ) : null}
    </Stack>
  );
}
