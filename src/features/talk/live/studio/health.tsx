import { useState } from 'react';
import type { Stream, StreamHealth } from '#contract/talk/streams/streams.ts';
import { formatDuration, formatNumber } from '#lib/format.ts';
import { useServerNow } from '#components/base/lists/use-server-now.ts';
import { getStreamHealth } from '#services/talk/streams/own-streams.ts';
import { useRead } from '#state/query/hooks.ts';
import styles from './studio.module.css';

/** More often until something arrives, which is what the creator waits for. */
const [eagerMs, everyMs] = [1_500, 5_000];
/** Seconds that a connection may take before its lack is worth a word. */
const slowStart = 5;
const known = (value: number | null | undefined, unit: string): string =>
  value === null || value === undefined
    ? '–'
    : `${formatNumber(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))}${unit}`;

function receiving(health: StreamHealth | undefined, isConnecting: boolean): string {
  if (!health) return '–';
  if (health.isReceiving) return 'Arriving';
  return isConnecting ? 'Connecting' : 'Not arriving';
}

const secondsSince = (iso: string | null, now: number): number =>
  iso === null ? 0 : Math.max(0, Math.floor((now - Date.parse(iso)) / 1000));

/** Running time, viewers and how the stream arrives at the server. */
export function Health({ stream, isConnecting }: { stream: Stream; isConnecting: boolean }) {
  const [isArriving, setIsArriving] = useState(false);
  const { data } = useRead(
    getStreamHealth,
    { params: { id: stream._id } },
    { pollingInterval: isArriving ? everyMs : eagerMs },
  );
  if (data && data.isReceiving !== isArriving) setIsArriving(data.isReceiving);
  const now = useServerNow(stream.serverTime);
  const seconds = secondsSince(stream.startedAt, now);
  const facts: readonly (readonly [string, string])[] = [
    ['Time', formatDuration(seconds)],
    ['Viewers', formatNumber(stream.viewers)],
    ['Video', receiving(data, isConnecting || seconds < slowStart)],
    ['Bitrate', known(data?.kbps, ' kbit/s')],
    ['Frame rate', known(data?.fps, ' fps')],
    ['Loss', known(data?.loss, '%')],
    ['Recording', data?.isRecording ? 'On' : 'Off'],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
