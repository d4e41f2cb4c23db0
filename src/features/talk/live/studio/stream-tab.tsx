import { useState } from 'react';
import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import type { StreamSettings } from '#contract/talk/streams/settings.ts';
import { isOnAir } from '#components/talk/streams/stream-texts.ts';
import { uniqueItems } from '#state/query/pages.ts';
import { listOwnStreams } from '#services/talk/streams/own-streams.ts';
import { useList } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { bringToFocus } from '#ui/forms/error-box.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { PrivateRequests } from '../private/private-requests.tsx';
import { EncoderCard } from './encoder-card.tsx';
import { GoLiveForm } from './go-live-form.tsx';
import { Preview } from './preview.tsx';
import { type StreamValues, findErrors, toGoLive, toStreamValues, valuesOfStream } from './stream-values.ts';
import styles from './studio.module.css';
import type { BroadcastControl } from './use-broadcast.ts';
import type { Capture } from '../devices/use-capture.ts';

export interface StreamTabProps {
  readonly settings: StreamSettings;
  /** An announced stream that begins now, or null for a new one. */
  readonly announced: Stream | null;
  readonly capture: Capture;
  readonly control: BroadcastControl;
}

type Source = 'browser' | 'encoder';

/** Offers to go on with a stream that is live, after a reload or from another device. */
function Continue({ control, capture }: Pick<StreamTabProps, 'control' | 'capture'>) {
  const { currentData } = useList(listOwnStreams, { query: { limit: 10 } });
  const running = uniqueItems(currentData).find(isOnAir);
  if (!running) return null;
  const resume = async () => {
    const media = await capture.start();
    if (media) await control.begin({ title: running.title, takeOver: true }, media);
  };
  return (
    <Notice
      tone="warning"
      title={`You’re live with “${running.title}”`}
      action={
        <Row>
          <Button variant="primary" busy={control.busy} onClick={() => void resume()}>
            Continue here
          </Button>
          <Button onClick={() => control.manage(running)}>Manage only</Button>
        </Row>
      }
    >
      Continue with this camera. Any other tab or device stops sending.
    </Notice>
  );
}

/** The form and its submission. */
function useGoLive({ settings, announced, capture, control }: StreamTabProps, source: Source) {
  const router = useRouter();
  return useForm<StreamValues>({
    initial: announced ? valuesOfStream(announced, settings) : toStreamValues(settings),
    check: (values) => findErrors(values),
    submit: async (values) => {
      if (control.busy) return;
      const body = toGoLive(values, announced?._id ?? null);
      if (body.scheduledAt) {
        if (!(await control.begin(body, null))) return;
        toast.success('Stream scheduled');
        await router.push(`${routes.creatorLive}?tab=streams`);
        return;
      }
      const media = source === 'browser' ? await capture.start() : null;
      if (media || source === 'encoder') await control.begin(body, media);
    },
  });
}

/** Another tab or device is live: it can be continued here. */
function Conflict({
  control,
  capture,
  source,
}: Pick<StreamTabProps, 'control' | 'capture'> & { source: Source }) {
  const { conflict, problem, busy, begin } = control;
  if (!conflict) return null;
  const takeOver = async () => {
    const media = source === 'browser' ? await capture.start() : null;
    if (media || source === 'encoder') await begin({ ...conflict, takeOver: true }, media);
  };
  return (
    // Brought into view: the button that was pressed is at the end of a long form.
    <div ref={bringToFocus} tabIndex={-1} role="group" aria-label="You’re already live somewhere else">
      <Notice
        tone="warning"
        title="You’re already live somewhere else"
        action={
          <Button variant="primary" busy={busy} onClick={() => void takeOver()}>
            Continue here
          </Button>
        }
      >
        {problem}
      </Notice>
    </div>
  );
}

/** Before going live: preview on one side, what the stream begins with on the other. */
export function StreamTab(props: StreamTabProps) {
  const { settings, announced, capture, control } = props;
  const [source, setSource] = useState<Source>('browser');
  const form = useGoLive(props, source);
  return (
    <Stack gap={16}>
      {control.isElsewhere ? (
        <Notice announce>Your stream continues in another tab or on another device.</Notice>
      ) : null}
      {control.conflict ? (
        <Conflict control={control} capture={capture} source={source} />
      ) : (
        <Continue control={control} capture={capture} />
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          {settings.media.canUseEncoder ? (
            <ChipRow label="Source">
              <ChipButton pressed={source === 'browser'} onClick={() => setSource('browser')}>
                Camera or screen
              </ChipButton>
              <ChipButton pressed={source === 'encoder'} onClick={() => setSource('encoder')}>
                OBS or another encoder
              </ChipButton>
            </ChipRow>
          ) : null}
          {source === 'encoder' ? <EncoderCard /> : <Preview capture={capture} />}
          {settings.privateEnabled ? <PrivateRequests /> : null}
        </div>
        <div className={styles.column}>
          <GoLiveForm
            form={form}
            problem={control.conflict ? null : control.problem}
            canRecord={settings.media.canRecord}
            isAnnounced={announced !== null}
            busy={form.busy || control.busy || capture.busy}
          />
        </div>
      </div>
    </Stack>
  );
}
