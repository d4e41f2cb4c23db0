import { useRef, useState } from 'react';
import { limits } from '#config/limits.ts';
import { formatNumber } from '#lib/format.ts';
import { WritingArea } from '#components/base/writing/writing-area.tsx';
import { FormattedText } from '#ui/content/formatted-text.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { FormatToolbar, formatByKey } from './format-toolbar.tsx';
import styles from './post-text.module.css';

const views = [
  { key: 'write', label: 'Write' },
  { key: 'preview', label: 'Preview' },
] as const;
type View = (typeof views)[number]['key'];

export interface PostTextFieldProps {
  readonly rows: number;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}

const countText = (length: number): string =>
  `${formatNumber(length)} of ${formatNumber(limits.text.post)} characters`;

/** The text of a post: written with formatting, or as it will look. */
export function PostTextField({ rows, value, error, onChange }: PostTextFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [view, setView] = useState<View>('write');
  const isWriting = view === 'write' || Boolean(error);
  return (
    <Tabs
      label="Write or preview"
      items={views}
      value={isWriting ? 'write' : view}
      onChange={setView}
      className={styles.tabs}
    >
      <div className={styles.panel}>
        {isWriting ? (
          <>
            <FormatToolbar field={field} disabled={false} />
            <WritingArea
              ref={field}
              label="Text"
              hideLabel
              rows={rows}
              maxLength={limits.text.post}
              error={error}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              onKeyDown={formatByKey}
            />
          </>
        ) : (
          <div className={styles.preview} style={{ '--rows': rows } as React.CSSProperties}>
            {value.trim() ? <FormattedText text={value.trim()} /> : <p>Nothing to preview yet.</p>}
          </div>
        )}
        <p className={styles.count}>{countText(value.length)}</p>
      </div>
    </Tabs>
  );
}
