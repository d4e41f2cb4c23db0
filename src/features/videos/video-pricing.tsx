import { PricingFields } from '#components/media-items/pricing-fields.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import type { VideoErrors, VideoValues } from './video-values.ts';

export interface VideoTermsProps {
  readonly values: VideoValues;
  readonly set: (change: Partial<VideoValues>) => void;
  readonly errors: VideoErrors;
}

/** Audience, price and comments. */
export const VideoPricing = ({ values, set, errors }: VideoTermsProps) => (
  <Stack>
    <PricingFields
      values={values}
      set={set}
      error={errors.price}
      words={{
        thing: 'video',
        lockedHint: 'Others see a blurred frame, the teaser and how to unlock it.',
        soldHint: 'Buyers pay once and keep access.',
      }}
    />
    <Checkbox
      label="Comments"
      hint="Anyone who can watch it can comment."
      checked={values.commentsEnabled}
      onChange={(event) => set({ commentsEnabled: event.target.checked })}
    />
  </Stack>
);
