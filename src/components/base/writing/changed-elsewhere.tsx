import { useState } from 'react';
import { reloadWithoutAsking } from '#components/base/files/use-leave-warning.ts';
import { problemCode } from '#lib/problem.ts';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import styles from './writing.module.css';

interface Versioned {
  readonly updatedAt: string;
}

export interface Edited<T extends Versioned> {
  /** As it was when the form opened; null for something new. */
  readonly record: T | null;
  /** As it is now. */
  readonly load: () => Promise<T>;
  /** The parts that can be edited. Others change on their own, such as the state once a video is ready. */
  readonly getParts: (record: T) => unknown;
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether a record has all that a body sends, whose fields have the names they have in the record. */
export const hasAll = (now: object, body: object): boolean => {
  const record = now as Readonly<Record<string, unknown>>;
  return Object.entries(body).every(([name, value]) => isSame(value, record[name]));
};

/**
 * Saves something only as it was when its form opened. If another tab or device has changed it since, what was
 * typed stays, and the person chooses between the two versions.
 */
export function useChangedElsewhere<T extends Versioned>({ record, load, getParts }: Edited<T>) {
  const [began, setBegan] = useState(record);
  const [accepted, setAccepted] = useState(record?.updatedAt);
  const [theirs, setTheirs] = useState<T | null>(null);
  const saved = (now: T): T => {
    setBegan(now);
    setAccepted(now.updatedAt);
    return now;
  };
  /**
   * `write` resolves with what was saved, and tells `saved` of steps before that. Its `base` is what it changes, and
   * null for something new. `isSaved`: whether a record has all that it sends, as after a save whose answer was lost.
   */
  const send = async (
    write: (version: string | undefined, saved: (now: T) => T, base: T | null) => Promise<T>,
    isSaved: (now: T) => boolean,
  ): Promise<T> => {
    try {
      return saved(await write(accepted, saved, began));
    } catch (problem) {
      if (problemCode(problem) !== 'version_changed') throw problem;
      const now = await load();
      if (isSaved(now) || (began && isSame(getParts(now), getParts(began))))
        return saved(await write(now.updatedAt, saved, now));
      setTheirs(now);
      throw problem;
    }
  };
  return {
    send,
    theirs,
    close: () => setTheirs(null),
    /** The form goes on from the other version, for a page that can't be loaded anew. */
    takeTheirs: () => {
      if (theirs) saved(theirs);
      setTheirs(null);
    },
    /** The next press replaces the other version. */
    keepMine: () => {
      if (theirs) setAccepted(theirs.updatedAt);
      setTheirs(null);
    },
  };
}

interface ChangedElsewhereProps<T> {
  /** "post", "gallery": what the form is about. */
  readonly noun: string;
  readonly elsewhere: {
    readonly theirs: T | null;
    readonly close: () => void;
    readonly takeTheirs: () => void;
    readonly keepMine: () => void;
  };
  /** The texts of the other version, such as a title and a description. */
  readonly getTexts: (theirs: T) => readonly string[];
  /** Fills the form with the other version. Without it the page is loaded anew. */
  readonly onTheirs?: (theirs: T) => void;
}

/** Both versions: the other one to read, and one’s own in the form behind it. */
export function ChangedElsewhere<T>({ noun, elsewhere, getTexts, onTheirs }: ChangedElsewhereProps<T>) {
  const { theirs, close, takeTheirs, keepMine } = elsewhere;
  if (!theirs) return null;
  const take = () => {
    if (!onTheirs) return reloadWithoutAsking();
    onTheirs(theirs);
    return takeTheirs();
  };
  const texts = getTexts(theirs).filter((text) => text !== '');
  return (
    <Dialog
      open
      onClose={close}
      title={`This ${noun} was changed elsewhere`}
      footer={
        <>
          <Button onClick={take}>Use the other version</Button>
          <Button variant="primary" onClick={keepMine}>
            Keep mine
          </Button>
        </>
      }
    >
      <Stack>
        <p>
          Another tab or device saved this {noun} since you opened it. What you typed is still here. To keep
          yours, select Keep mine and save again. That replaces the other version, including its settings.
        </p>
        <blockquote className={styles.quote}>
          {texts.length === 0 ? (
            <p>The other version differs in its settings.</p>
          ) : (
            texts.map((text, at) => (
              <p key={at}>
                <bdi>{text}</bdi>
              </p>
            ))
          )}
        </blockquote>
      </Stack>
    </Dialog>
  );
}
