import { timeZone, toLocalInput } from '#lib/local-time.ts';
import { StartField, PricingFields } from '#components/content/media-items/pricing-fields.tsx';
import { DateField } from '#ui/antd/date-field.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { useNow } from '#ui/content/relative-time.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import type { PostErrors, PostValues } from './post-values.ts';

export interface PostTermsProps {
  readonly values: PostValues;
  readonly set: (change: Partial<PostValues>) => void;
  readonly errors: PostErrors;
}

/** Audience and price. */
export const PostTerms = ({ values, set, errors }: PostTermsProps) => (
  <Stack>
    <PricingFields
      values={values}
      set={set}
      error={errors.price}
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
export function PostTiming({ values, set, errors, out }: PostTermsProps & { out: boolean }) {
  const now = useNow();
  return (
    <Stack>
      {out ? null : (
        <StartField
          values={values}
          set={set}
          error={errors.scheduledAt}
          noun="post"
          nowHint="As soon as the files are ready."
        />
      )}
      <Checkbox
        label="Expire automatically"
        hint="Buyers keep access."
        checked={values.expires}
        onChange={(event) => set({ expires: event.target.checked })}
      />
      {values.expires ? (
        <DateField
          id="post-expires"
          kind="datetime"
          label="Expires"
          hint={`Your time (${timeZone()})`}
          min={toLocalInput(new Date(now + 60_000))}
          error={errors.expiresAt}
          required
          value={values.expiresAt}
          onChange={(expiresAt) => set({ expiresAt })}
        />
      ) : null}
    </Stack>
  );
}

/** Further settings of a post. */
export const PostOptions = ({ values, set }: Omit<PostTermsProps, 'errors'>) => (
  <Stack>
    <Checkbox
      label="Comments"
      hint="Anyone who can see it can comment."
      checked={values.commentsEnabled}
      onChange={(event) => set({ commentsEnabled: event.target.checked })}
    />
    <Checkbox
      label="Pin to the top of your page"
      checked={values.pinned}
      onChange={(event) => set({ pinned: event.target.checked })}
    />
  </Stack>
);
