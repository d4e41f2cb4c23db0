import { limits } from '#config/limits.ts';
import { fillName, filledLength, namePlaceholder } from '#config/name-placeholder.ts';
import type { AutomaticKind, AutomaticMessage } from '#contract/trade/broadcasts/automatic-messages.ts';
import { Uploads, acceptedTypes } from '#components/base/files/uploads.tsx';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { formatNumber, plural } from '#lib/format.ts';
import { listAutomaticMessages, setAutomaticMessage } from '#services/trade/broadcasts/automatic-messages.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { PriceInput } from '#components/money/payments/price-input.tsx';
import { Button } from '#ui/content/button.tsx';
import { tokensText, useRate } from '#ui/content/money.tsx';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextArea } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './automatic-messages.module.css';
import { parsePrice, useMessageFiles } from './message-files.ts';

const kinds: Readonly<Record<AutomaticKind, { title: string; text: string; example: string }>> = {
  follow: {
    title: 'New follower',
    text: 'Sent once to everyone who follows you, even if they unfollow and come back.',
    example: 'Hi {name}, thanks for following!',
  },
  subscribe: {
    title: 'New subscriber',
    text: 'Sent to everyone who subscribes, unless they got it in the last 30 days.',
    example: 'Welcome, {name}! Tell me what you’d like to see.',
  },
  'renewal-failed': {
    title: 'Renewal failed',
    text: 'Sent when a card is declined, once for each renewal that fails.',
    example: '{name}, your renewal didn’t go through. I’d love to keep you here.',
  },
  'subscription-ended': {
    title: 'Subscription ended',
    text: 'Sent once when a subscription ends.',
    example: 'Thanks for being here, {name}. The door stays open.',
  },
};
const sampleName = 'Alex';

type Values = { isOn: boolean; text: string; price: string };

function check({ isOn, text, price }: Values, files: readonly string[]): Record<string, string> {
  return {
    ...(isOn && text.trim() === '' && files.length === 0 ? { text: 'Write something first.' } : {}),
    ...(filledLength(text.trim(), limits.text.name) > limits.text.message
      ? { text: 'This is too long once names are filled in. Shorten it.' }
      : {}),
    ...(parsePrice(price) === null
      ? { price: `Enter a whole number of tokens, up to ${formatNumber(limits.itemPrice.max)}.` }
      : {}),
  };
}

function useSetup(message: AutomaticMessage) {
  const uploads = useMessageFiles(message.files);
  const [save] = useWrite(setAutomaticMessage);
  const files = uploads.fileIds;
  const form = useForm<Values>({
    initial: {
      isOn: message.isOn,
      text: message.text,
      price: message.price > 0 ? String(message.price) : '',
    },
    check: (values) => check(values, files),
    submit: async ({ isOn, text, price }) => {
      const body = {
        isOn,
        text: text.trim(),
        files: [...files],
        price: files.length > 0 ? (parsePrice(price) ?? 0) : 0,
      };
      await save({ params: { kind: message.kind }, body }).unwrap();
      toast.success('Changes saved');
    },
  });
  return { uploads, files, form };
}
type Setup = ReturnType<typeof useSetup>;

/** The message as a fan called Alex gets it. */
function Preview({ uploads: { items }, form: { values } }: Pick<Setup, 'uploads' | 'form'>) {
  const rate = useRate();
  const tokens = items.length > 0 ? parsePrice(values.price) : 0;
  const text = values.text.trim();
  if (text === '' && items.length === 0) return null;
  return (
    <figure className={styles.preview}>
      <figcaption className={styles.caption}>Preview for a fan named {sampleName}</figcaption>
      {items.length > 0 ? (
        <div className={styles.files}>
          {items.map(({ key, preview, name }) =>
            preview ? (
              <img key={key} src={preview} alt="" className={tokens ? styles.locked : styles.file} />
            ) : (
              <span key={key} className={styles.file}>
                {name}
              </span>
            ),
          )}
        </div>
      ) : null}
      {tokens ? <p className={styles.caption}>Locked: {tokensText(tokens, rate)}</p> : null}
      {text === '' ? null : <p className={styles.bubble}>{fillName(text, sampleName)}</p>}
    </figure>
  );
}

function Fields({ uploads, files, form, example }: Setup & { example: string }) {
  return (
    <>
      <TextArea
        label="Message"
        rows={3}
        counted
        maxLength={limits.text.message}
        placeholder={example}
        hint={`${namePlaceholder} becomes the fan’s name.`}
        {...form.text('text')}
      />
      <Uploads
        uploads={uploads}
        label="Add photos or videos"
        accept={`${acceptedTypes.photo},${acceptedTypes.video}`}
        layout="grid"
        paste={false}
      />
      {files.length > 0 ? (
        <PriceInput
          label="Price"
          placeholder="Free"
          note="The text is free to read."
          hint="Leave empty to send them for free. The text is free to read."
          {...form.text('price')}
        />
      ) : null}
    </>
  );
}

function AutomaticForm({ message }: { message: AutomaticMessage }) {
  const setup = useSetup(message);
  const { uploads, form } = setup;
  const { title, text, example } = kinds[message.kind];
  return (
    <SectionCard title={title} text={text}>
      <Form onSubmit={form.onSubmit} aria-label={title}>
        <Stack>
          <FormErrors errors={form.errors} />
          <Checkbox label="Send this message" {...form.flag('isOn')} />
          <Fields {...setup} example={example} />
          <Preview uploads={uploads} form={form} />
          <Row justify="between">
            <Button
              type="submit"
              variant="primary"
              busy={form.busy}
              disabled={uploads.busy || uploads.failed}
            >
              Save
            </Button>
            {message.sent > 0 ? (
              <span className={styles.caption}>Sent {plural(message.sent, 'time')}</span>
            ) : null}
          </Row>
        </Stack>
      </Form>
    </SectionCard>
  );
}

const skeleton = (
  <Skeleton label="Loading automatic messages">
    <Stack gap={24}>
      {Object.keys(kinds).map((kind) => (
        <SkeletonText key={kind} lines={8} />
      ))}
    </Stack>
  </Skeleton>
);

/** Messages that fans get by themselves, each with its own form. */
export function AutomaticMessages() {
  const request = useRead(listAutomaticMessages);
  return (
    <LoadedView request={request} skeleton={skeleton} level={2}>
      {({ data }) => (
        <Stack gap={24}>
          {data.map((message) => (
            <AutomaticForm key={message.kind} message={message} />
          ))}
        </Stack>
      )}
    </LoadedView>
  );
}
