import { changeBroadcast, countAudience, createBroadcast } from '#services/trade/broadcasts/broadcasts.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { limits } from '#config/limits.ts';
import { fillName } from '#config/name-placeholder.ts';
import type { Broadcast, BroadcastAudience } from '#contract/trade/broadcasts/broadcasts.ts';
import { Uploads, acceptedTypes } from '#components/base/files/uploads.tsx';
import { formatNumber, plural } from '#lib/format.ts';
import { fromLocalInput, toLocalInput } from '#lib/local-time.ts';
import { problemMessage } from '#lib/problem.ts';
import type { BodyOf } from '#services/http/call.ts';
import { PriceInput } from '#components/money/payments/price-input.tsx';
import { DateField } from '#ui/antd/date-field.tsx';
import { Button } from '#ui/content/button.tsx';
import { useNow } from '#ui/content/relative-time.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextArea } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { useSettled } from '#ui/hooks/use-settled.ts';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-confirm-dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './automatic-messages.module.css';
import { parsePrice, useMessageFiles } from './message-files.ts';
import { AudienceFields } from './audience-fields.tsx';
import {
  type AudienceValues,
  audienceErrors,
  noAudience,
  toAudience,
  toAudienceValues,
} from './audience-values.ts';

type Values = AudienceValues & { text: string; price: string; free: boolean; scheduledAt: string };

const initialValues = (broadcast: Broadcast | null): Values => ({
  ...(broadcast ? toAudienceValues(broadcast.audience) : noAudience),
  text: broadcast?.text ?? '',
  price: broadcast?.price ? String(broadcast.price) : '',
  free: broadcast?.freeForSubscribers ?? false,
  scheduledAt: broadcast?.scheduledAt ? toLocalInput(broadcast.scheduledAt) : '',
});

function check(values: Values, files: readonly string[]): Record<string, string> {
  return {
    ...audienceErrors(values),
    ...(values.text.trim() === '' && files.length === 0 ? { text: 'Write something first.' } : {}),
    ...(parsePrice(values.price) === null
      ? {
          price: `Enter a whole number of tokens, up to ${formatNumber(limits.itemPrice.max)}.`,
        }
      : {}),
    ...(values.scheduledAt && !fromLocalInput(values.scheduledAt)
      ? { scheduledAt: 'Select a date and time.' }
      : {}),
  };
}

/** "1,204 people; 38 already own these files." */
function Count({ values, files }: { values: AudienceValues; files: readonly string[] }) {
  // By its text, because the form makes a new object on every render.
  const audience = JSON.parse(useSettled(JSON.stringify(toAudience(values)))) as BroadcastAudience | null;
  const request = { audience: audience ?? { include: [{ kind: 'followers' as const }] }, files: [...files] };
  const { currentData, error } = useRead(countAudience, audience === null ? null : { body: request }, {
    refetchOnMountOrArgChange: true,
  });
  const said = () => {
    if (audience === null) return 'Choose who receives it.';
    if (error) return problemMessage(error);
    if (!currentData) return 'Counting…';
    const { people, owners, muted } = currentData;
    return [
      people === 0 ? 'No one would receive it.' : `${plural(people, 'person', 'people')} will receive it.`,
      files.length > 0 && owners > 0 ? `${plural(owners, 'fan')} already bought these files.` : '',
      muted > 0 ? `${plural(muted, 'fan')} don’t accept mass messages right now.` : '',
    ].join(' ');
  };
  return <p role="status">{said()}</p>;
}

function toBody(
  values: Values,
  fileIds: readonly string[],
  isDraft: boolean,
): BodyOf<'POST /messages/broadcast-message'> {
  const audience = toAudience(values);
  return {
    text: values.text.trim(),
    files: [...fileIds],
    price: fileIds.length > 0 ? (parsePrice(values.price) ?? 0) : 0,
    freeForSubscribers: values.free,
    audience: audience ?? { include: [] },
    scheduledAt: fromLocalInput(values.scheduledAt),
    isDraft,
  };
}

const savedText = (isDraft: boolean, scheduledAt: string): string =>
  isDraft ? 'Draft saved' : scheduledAt ? 'Message scheduled' : 'Your message is on its way';

interface SendRequest {
  readonly values: Values;
  readonly files: readonly string[];
  readonly onAnswer: (sends: boolean) => void;
}

/** Asks before many people get a message, and shows it as one of them will see it. */
function SendQuestion({ values, files, onAnswer }: SendRequest) {
  const audience = toAudience(values) ?? { include: [{ kind: 'followers' as const }] };
  const { data } = useRead(countAudience, { body: { audience, files: [...files] } });
  const verb = values.scheduledAt ? 'Schedule' : 'Send';
  const text = values.text.trim();
  const name = data?.sample ?? 'Alex';
  return (
    <LazyConfirmDialog
      open
      destructive={false}
      title={data ? `${verb} to ${plural(data.people, 'person', 'people')}?` : `${verb} this message?`}
      text={
        <span className={styles.preview}>
          {text ? (
            <>
              <span className={styles.caption}>
                What <bdi>{name}</bdi> will see
              </span>
              <span className={styles.bubble}>{fillName(text, name)}</span>
            </>
          ) : null}
          {files.length > 0 ? (
            <span className={styles.caption}>With {plural(files.length, 'file')}</span>
          ) : null}
        </span>
      }
      confirmLabel={`${verb} message`}
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    />
  );
}

/** A question that a submit waits for. */
function useQuestion() {
  const [request, setAsked] = useState<SendRequest | null>(null);
  const ask = (about: Omit<SendRequest, 'onAnswer'>) =>
    new Promise<boolean>((resolve) => {
      const onAnswer = (sends: boolean) => {
        setAsked(null);
        resolve(sends);
      };
      setAsked({ ...about, onAnswer });
    });
  return { ask, question: request ? <SendQuestion {...request} /> : null };
}

function useComposing({ broadcast, onClose }: BroadcastComposerProps) {
  const uploads = useMessageFiles(broadcast?.files ?? []);
  const [create] = useWrite(createBroadcast);
  const [change] = useWrite(changeBroadcast);
  const isDraft = useRef(false);
  const { ask, question } = useQuestion();
  // The same for every attempt, so that a repeated one doesn't send twice.
  const [clientId] = useState(() => crypto.randomUUID());
  const files = uploads.fileIds;
  const form = useForm<Values>({
    initial: initialValues(broadcast),
    check: (values) => check(values, files),
    submit: async (values) => {
      if (!isDraft.current && !(await ask({ values, files }))) return;
      const body = toBody(values, files, isDraft.current);
      if (broadcast) await change({ params: { id: broadcast._id }, body }).unwrap();
      else await create({ body: { ...body, clientId } }).unwrap();
      toast.success(savedText(isDraft.current, values.scheduledAt));
      onClose();
    },
  });
  const submit = (draft: boolean) => (event: FormEvent) => {
    isDraft.current = draft;
    form.onSubmit(event);
  };
  return { uploads, files, form, submit, question };
}

export interface BroadcastComposerProps {
  /** A draft or scheduled message to change; null for a new one. */
  readonly broadcast: Broadcast | null;
  readonly onClose: () => void;
}

type Composing = ReturnType<typeof useComposing>;

/** Text, files, and what the files cost. */
function ContentFields({ uploads, files, form }: Pick<Composing, 'uploads' | 'files' | 'form'>) {
  const tokens = parsePrice(form.values.price);
  return (
    <>
      <TextArea
        label="Message"
        rows={4}
        counted
        maxLength={limits.text.message}
        hint="{name} becomes the fan’s name. Text is free to read, also when you sell the files."
        {...form.text('text')}
      />
      <Uploads
        uploads={uploads}
        label="Add photos or videos"
        accept={`${acceptedTypes.photo},${acceptedTypes.video}`}
        layout="grid"
      />
      {files.length > 0 ? (
        <PriceInput
          label="Price"
          placeholder="Free"
          hint="Leave empty to send them for free."
          note="Fans see a blurred preview until they pay."
          {...form.text('price')}
        />
      ) : null}
      {files.length > 0 && tokens ? (
        <Checkbox label="Free for active subscribers" {...form.flag('free')} />
      ) : null}
    </>
  );
}

/** Writes a message to many fans: content, audience with its count, and when to send it. */
export function BroadcastComposer(props: BroadcastComposerProps) {
  const { uploads, files, form, submit, question } = useComposing(props);
  const now = useNow();
  const isWaiting = uploads.busy || uploads.failed;
  return (
    <SectionCard title={props.broadcast ? 'Edit message' : 'New message'}>
      <Form onSubmit={submit(false)}>
        <Stack gap={24}>
          <FormErrors errors={form.errors} />
          <ContentFields uploads={uploads} files={files} form={form} />
          <AudienceFields form={form} hasFiles={files.length > 0} />
          <DateField
            kind="datetime"
            label="Send at"
            optional
            hint="Your local time. Leave empty to send now."
            min={toLocalInput(new Date(now))}
            {...form.picked('scheduledAt')}
          />
          <Count values={form.values} files={files} />
          <Row>
            <Button type="submit" variant="primary" busy={form.busy} disabled={isWaiting}>
              {form.values.scheduledAt ? 'Schedule message' : 'Send message'}
            </Button>
            <Button disabled={form.busy || isWaiting} onClick={submit(true)}>
              Save draft
            </Button>
            <Button variant="quiet" onClick={props.onClose}>
              Cancel
            </Button>
          </Row>
        </Stack>
      </Form>
      {question}
    </SectionCard>
  );
}
