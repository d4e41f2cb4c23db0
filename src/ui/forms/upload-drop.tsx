import CloudUpload from 'lucide-react/icons/cloud-upload';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import { cx } from '../theme/class-names.ts';
import styles from './upload-drop.module.css';

export interface UploadDropProps {
  /** "Add photos". */
  readonly label: string;
  /** What it takes: "JPEG, PNG or WebP, up to 25 MB each". */
  readonly hint?: ReactNode;
  /** As in `<input accept>`; also filters what is dropped and pasted. */
  readonly accept: string;
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  /** False where another field of the page takes what is pasted. */
  readonly paste?: boolean;
  /** Of several dropped on a field for one, all: which is taken is the caller's to say. */
  readonly onFiles: (files: File[]) => void;
  readonly error?: string | null;
  /** The files so far, as `UploadRow`s. */
  readonly children?: ReactNode;
}

/**
 * Does a file fit an `accept` list (`image/*,.pdf,video/mp4`)? The server judges by content; this only saves
 * a try.
 */
export function accepts(accept: string, file: Pick<File, 'name' | 'type'>): boolean {
  return accept
    .split(',')
    .map((rule) => rule.trim().toLowerCase())
    .some((rule) => {
      if (rule.startsWith('.')) return file.name.toLowerCase().endsWith(rule);
      if (rule.endsWith('/*')) return file.type.startsWith(rule.slice(0, -1));
      return file.type === rule;
    });
}

function useTake({
  accept,
  disabled,
  paste = true,
  onFiles,
}: Pick<UploadDropProps, 'accept' | 'disabled' | 'paste' | 'onFiles'>) {
  const [refused, setRefused] = useState<readonly string[]>([]);
  const take = (list: FileList | null | undefined): boolean => {
    const given = [...(list ?? [])];
    const files = given.filter((file) => accepts(accept, file));
    if (disabled || given.length === 0) return false;
    setRefused(given.filter((file) => !accepts(accept, file)).map(({ name }) => name));
    if (files.length > 0) onFiles(files);
    return files.length > 0;
  };
  // A picture pasted anywhere on the page; pasted words stay with the field they were meant for.
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (take(event.clipboardData?.files)) event.preventDefault();
  });
  useEffect(() => {
    if (!paste) return undefined;
    const heard = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', heard);
    return () => document.removeEventListener('paste', heard);
  }, [paste]);
  return {
    take,
    refusal: refused.length === 0 ? null : `${refused.join(', ')}: this file type isn’t supported here.`,
  };
}

/** For the element that files are dragged onto, and whether some are over it. */
function useDropZone(take: (files: FileList) => void, disabled: boolean | undefined) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(!disabled);
  };
  return { over, zone: { onDragOver: drag, onDragLeave: () => setOver(false), onDrop: drop } };
}

const describedBy = (
  id: string,
  { hint, error }: Pick<UploadDropProps, 'hint' | 'error'>,
): string | undefined =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

/** Takes files by drop, paste or pick. It only hands them over: sending is the caller's. */
export function UploadDrop({
  label,
  hint,
  accept,
  multiple,
  disabled,
  paste,
  onFiles,
  error: given,
  children,
}: UploadDropProps) {
  const { take, refusal } = useTake({ accept, disabled, paste, onFiles });
  // What is wrong when the form is sent is said with the form's other errors; what was refused just now, at
  // once.
  const error = given ?? refusal;
  const { over, zone } = useDropZone(take, disabled);
  const id = useId();
  return (
    <div>
      <div className={cx(styles.zone, over && styles.over, disabled && styles.disabled)} {...zone}>
        <CloudUpload size={28} aria-hidden="true" />
        <span className={styles.title} aria-hidden="true">
          {label}
        </span>
        {hint ? (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        ) : null}
        <input
          type="file"
          className={styles.input}
          aria-label={label}
          aria-describedby={describedBy(id, { hint, error })}
          aria-invalid={error ? true : undefined}
          {...{ accept, multiple, disabled }}
          onChange={(event) => {
            take(event.target.files);
            // The same file may be picked again after it was removed.
            event.target.value = '';
          }}
        />
      </div>
      {error ? (
        <p id={`${id}-error`} role={given ? undefined : 'alert'} className={styles.reason}>
          {error}
        </p>
      ) : null}
      {children ? <ul className={styles.list}>{children}</ul> : null}
    </div>
  );
}
