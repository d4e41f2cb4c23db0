import { timeZone, toLocalInput } from '#lib/local-time.ts';
import { StartField, PricingFields } from '#components/content/media-items/pricing-fields.tsx';
import { DateField } from '#ui/antd/date-field.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { useNow } from '#ui/content/relative-time.tsx';
import type { FormPart } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import type { PostErrors, PostValues } from './post-values.ts';

export interface PostTermsProps {
  readonly form: FormPart<PostValues, keyof PostErrors>;
}

/** Audience and price. */
export const PostTerms = ({ form }: PostTermsProps) => (
  <Stack>
    <PricingFields
      form={form}
      words={{
        noun: 'post',
        lockedHint: 'Others see a blurred preview and how to unlock it.',
        soldHint: 'Buyers pay once and keep access.',
      }}
    />
  </Stack>
);

/**
 * When the post is published and when it expires, in the user's time zone. `out` hides the publishing time of
 * a post that was already published.
 */
export function PostTiming({ form, out }: PostTermsProps & { out: boolean }) {
  const now = useNow();
  return (
    <Stack>
      {out ? null : <StartField form={form} nowHint="As soon as the files are ready." />}
      <Checkbox label="Expire automatically" hint="Buyers keep access." {...form.flag('expires')} />
      {form.values.expires ? (
        <DateField
          kind="datetime"
          label="Expires"
          hint={`Your time (${timeZone()})`}
          min={toLocalInput(new Date(now + 60_000))}
          required
          {...form.picked('expiresAt')}
        />
      ) : null}
    </Stack>
  );
}

/** Further settings of a post. */
export const PostOptions = ({ form }: PostTermsProps) => (
  <Stack>
    <Checkbox label="Comments" hint="Anyone who can see it can comment." {...form.flag('commentsEnabled')} />
    <Checkbox label="Pin to the top of your page" {...form.flag('pinned')} />
  </Stack>
);
