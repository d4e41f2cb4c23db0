import { PeopleSection } from '#components/content/releases/people-section.tsx';
import { AccessFields, DescriptionFields } from '#components/content/media-items/media-item-fields.tsx';
import { ChangedElsewhere } from '#components/base/writing/changed-elsewhere.tsx';
import { StartField } from '#components/content/media-items/pricing-fields.tsx';
import { StudioEditor } from '#components/content/studio/studio-editor.tsx';
import { Card } from '#ui/layout/card.tsx';
import { type VideoEditorProps, useVideoEditor } from './use-video-editor.ts';
import { VideoFileFields } from './video-file-fields.tsx';
import { videoKind } from './video-kind.tsx';

/** The form to create or edit a video: files, texts, audience, price and times. */
export function VideoEditor(props: VideoEditorProps) {
  const { video } = props;
  const { form, files, elsewhere } = useVideoEditor(props);
  return (
    <StudioEditor kind={videoKind} item={video} form={form} later={form.values.later}>
      <Card>
        <VideoFileFields
          video={video ?? files.draft}
          files={files}
          error={form.fieldErrors.video}
          disabled={form.busy}
        />
      </Card>
      <Card>
        <DescriptionFields form={form} />
      </Card>
      {video ? <PeopleSection kind="video" id={video._id} /> : null}
      <Card>
        <AccessFields
          form={form}
          words={{
            noun: 'video',
            lockedHint: 'Others see a blurred frame, the teaser and how to unlock it.',
            soldHint: 'Buyers pay once and keep access.',
          }}
          commentsHint="Anyone who can watch it can comment."
        />
      </Card>
      {video?.publishedAt ? null : (
        <Card>
          <StartField form={form} nowHint="As soon as it’s processed and everyone you tagged has accepted." />
        </Card>
      )}
      <ChangedElsewhere
        noun="video"
        elsewhere={elsewhere}
        getTexts={({ title, description }) => [title, description]}
      />
    </StudioEditor>
  );
}
