import CloudUpload from 'lucide-react/icons/cloud-upload';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import { cx } from '../theme/class-names.ts';
import { useFieldError } from './form-fields.ts';
import styles from './upload-drop.module.css';

export interface UploadDropProps {
  /** Such as "Add photos". */
  readonly label: string;
  /** Accepted files, such as "JPEG, PNG or WebP, up to 25 MB each". */
  readonly hint?: ReactNode;
  /** As in `<input accept>`; also applied to dropped and pasted files. */
  readonly accept: string;
  /** Larger and empty files are refused at once; without it, the caller decides. */
  readonly maxBytes?: number;
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

/** Types that no video or sound has, even where a system knows its ending as something else. */
const neverRecording =
  /^(image|font|message)\/|^text\/(plain|html|css|csv|calendar|markdown|xml|javascript)$|^application\/(pdf|zip|json|xml|epub\+zip|rtf|msword|vnd\.(ms-|oasis|openxml).*)$/;

/**
 * Whether a file matches an `accept` list (`image/*,.pdf,video/mp4`). Only spares a failed upload; the server
 * checks the content. A list of all videos or sounds takes whatever may be one.
 */
export function accepts(accept: string, file: Pick<File, 'name' | 'type'>): boolean {
  const rules = accept.split(',').map((rule) => rule.trim().toLowerCase());
  if (rules.some((rule) => rule === 'video/*' || rule === 'audio/*') && !neverRecording.test(file.type))
    return true;
  return rules.some((rule) => {
    if (rule.startsWith('.')) return file.name.toLowerCase().endsWith(rule);
    if (rule.endsWith('/*')) return file.type.startsWith(rule.slice(0, -1));
    return file.type === rule;
  });
}

type Limits = Pick<UploadDropProps, 'accept' | 'maxBytes'>;

/** Why a file can't be taken; null if it may be fine. */
function explainRefusal({ accept, maxBytes }: Limits, file: File): string | null {
  if (!accepts(accept, file)) return 'this file type isn’t supported here.';
  if (maxBytes === undefined) return null;
  if (file.size === 0) return 'this file is empty.';
  return file.size > maxBytes ? `that’s too large. The limit is ${maxBytes / 1024 / 1024} MB.` : null;
}

/** One sentence for each reason, with the files that it is about. */
function refusalText(limits: Limits, files: readonly File[]): string | null {
  const names = new Map<string, string[]>();
  for (const file of files) {
    const reason = explainRefusal(limits, file);
    if (reason) names.set(reason, [...(names.get(reason) ?? []), file.name]);
  }
  return [...names].map(([reason, list]) => `${list.join(', ')}: ${reason}`).join(' ') || null;
}

function useTake({
  accept,
  maxBytes,
  disabled,
  paste = true,
  onFiles,
  error,
}: Limits & Pick<UploadDropProps, 'disabled' | 'paste' | 'onFiles' | 'error'>) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [known, setKnown] = useState(error);
  // An error of the form that comes later is the newer one.
  if (known !== error) {
    setKnown(error);
    if (error) setRefusal(null);
  }
  const take = (list: FileList | null | undefined): boolean => {
    const given = [...(list ?? [])];
    const files = given.filter((file) => explainRefusal({ accept, maxBytes }, file) === null);
    if (disabled || given.length === 0) return false;
    setRefusal(refusalText({ accept, maxBytes }, given));
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
  return { take, refusal };
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
  maxBytes,
  multiple,
  disabled,
  paste,
  onFiles,
  error: given,
  children,
}: UploadDropProps) {
  const { take, refusal } = useTake({ accept, maxBytes, disabled, paste, onFiles, error: given });
  // A refused file is announced at once, form errors with the others of their form. The newest is shown.
  const error = refusal ?? given;
  const { over, zone } = useDropZone(take, disabled);
  const picked = usePicked(take);
  const id = useId();
  useFieldError(id, error);
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
          id={id}
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
        <p id={`${id}-error`} role={refusal ? 'alert' : undefined} className={styles.reason}>
          {error}
        </p>
      ) : null}
      {children ? <ul className={styles.list}>{children}</ul> : null}
    </div>
  );
}
