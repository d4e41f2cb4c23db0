import { Button } from '#ui/content/button.tsx';
import { ErrorBox } from '#ui/forms/error-box.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Form } from '#ui/forms/form.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { UploadDrop } from '#ui/forms/upload-drop.tsx';
import { UploadRow } from '#ui/forms/upload-row.tsx';
import { Stack } from '#ui/layout/stack.tsx';

const nothing = () => undefined;

export const Refusal = () => <ErrorBox problem="declined">Your card was declined.</ErrorBox>;
const errors = [
  { fieldId: 'title', message: 'Enter a title.' },
  { message: 'You can’t publish while your profile is in review.' },
];
export const Errors = () => (
  <Form onSubmit={nothing}>
    <Stack>
      <FormErrors errors={errors} />
      <TextInput id="title" label="Title" error="Enter a title." />
      <Button variant="primary">Publish</Button>
    </Stack>
  </Form>
);
export const Drop = () => (
  <UploadDrop
    label="Add photos"
    hint="JPEG, PNG or WebP, up to 25 MB each"
    accept="image/*"
    onFiles={nothing}
  />
);
export const DropWithFiles = () => (
  <UploadDrop label="Add videos" accept="video/*" onFiles={nothing} error="Add a video.">
    <UploadRow
      name="a-very-long-name-of-a-video-from-a-camera-0001.mp4"
      bytes={80_000_000}
      state="waiting"
      onRemove={nothing}
    />
    <UploadRow
      name="kiln.mp4"
      bytes={80_000_000}
      state="uploading"
      percent={42}
      speed={2_000_000}
      onRemove={nothing}
    />
    <UploadRow
      name="kiln.mp4"
      bytes={80_000_000}
      state="uploading"
      percent={42}
      isPaused
      onRemove={nothing}
    />
    <UploadRow name="glaze.mp4" bytes={80_000_000} state="processing" percent={70} onRemove={nothing} />
    <UploadRow name="cup.mp4" bytes={80_000_000} state="done" preview="/media/cup.webp" onRemove={nothing} />
    <UploadRow
      name="bowl.mp4"
      bytes={80_000_000}
      state="failed"
      reason="This file isn’t a video."
      onRemove={nothing}
      onRetry={nothing}
    />
  </UploadDrop>
);
export const DisabledDrop = () => (
  <UploadDrop label="Add photos" accept="image/*" onFiles={nothing} disabled />
);
