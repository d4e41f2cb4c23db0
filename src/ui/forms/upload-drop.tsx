import CloudUpload from 'lucide-react/icons/cloud-upload';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import { cx } from '../theme/class-names.ts';
import styles from './upload-drop.module.css';

export interface UploadDropProps {
  /** Such as "Add photos". */
  readonly label: string;
  /** Accepted files, such as "JPEG, PNG or WebP, up to 25 MB each". */
  readonly hint?: ReactNode;
  /** As in `<input accept>`; also applied to dropped and pasted files. */
  readonly accept: string;
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  /** False if another field of the page handles pasted files. */
  readonly paste?: boolean;
  /**
   * Called with all dropped files even if only one is allowed, so that the caller can decide which to take.
   */
  readonly onFiles: (files: File[]) => void;
  readonly error?: string | null;
  /** The files added so far, as `UploadRow`s. */
  readonly children?: ReactNode;
}

/**
 * Whether a file matches an `accept` list (`image/*,.pdf,video/mp4`). Only spares a failed upload; the server
 * checks the content.
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
  // Handles files pasted anywhere on the page. Pasted text is left to the focused field.
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

/** Drag-and-drop handlers for the drop zone, and whether files are being dragged over it. */
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

/** Passes on a file input's files and empties it, also when they were picked before the page was hydrated. */
function usePicked(take: (files: FileList) => void) {
  const input = useRef<HTMLInputElement>(null);
  const pick = () => {
    const { current } = input;
    if (!current?.files?.length) return;
    take(current.files);
    // Reset, so that the same file can be picked again after it was removed.
    current.value = '';
  };
  const pickEarly = useEffectEvent(pick);
  useEffect(() => pickEarly(), []);
  return { ref: input, onChange: pick };
}

const describedBy = (
  id: string,
  { hint, error }: Pick<UploadDropProps, 'hint' | 'error'>,
): string | undefined =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

/**
 * A field that takes files by drop, paste or file picker and passes them to `onFiles`. Uploading them is up
 * to the caller.
 */
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
  // Form errors are announced with the form's other errors, while a rejected file is announced at once.
  const error = given ?? refusal;
  const { over, zone } = useDropZone(take, disabled);
  const picked = usePicked(take);
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
          {...picked}
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
