import { TermsFields } from '#parts/terms-fields';
import { Checkbox } from '#ui/choice';
import { Stack } from '#ui/stack';
import type { VideoErrors, VideoValues } from './video-values.tsx';

export interface VideoTermsProps {
  readonly values: VideoValues;
  readonly set: (change: Partial<VideoValues>) => void;
  readonly errors: VideoErrors;
}

/** Who sees a video, what it costs, and whether people can comment. */
export const VideoTerms = ({ values, set, errors }: VideoTermsProps) => (
  <Stack>
    <TermsFields
      values={values}
      set={set}
      error={errors.price}
      words={{
        thing: 'video',
        lockedHint: 'Others see a blurred still, the teaser and the ways in.',
        soldHint: 'People unlock it once and keep it.',
      }}
    />
    <Checkbox
      label="Comments"
      hint="Whoever can watch it can comment."
      checked={values.commentsEnabled}
      onChange={(event) => set({ commentsEnabled: event.target.checked })}
    />
  </Stack>
);
