import { useRef, useState } from 'react';
import { limits } from '#config/limits.ts';
import type { OwnVideo } from '#contract/content/videos.ts';
import { languageName } from '#lib/language-name.ts';
import { problemMessage } from '#lib/problem.ts';
import { listLanguages } from '#services/base/site.ts';
import { removeVideoFile, setVideoCaptions } from '#services/content/videos.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { FieldGroup } from '#ui/forms/field-group.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './studio-videos.module.css';

const kilobytes = limits.captions.bytes / 1024;

/** Adds and removes captions, each saved at once; returns the languages that the video has. */
function useCaptions(video: OwnVideo) {
  const [set, setting] = useWrite(setVideoCaptions);
  const [remove, removing] = useWrite(removeVideoFile);
  const [problem, setProblem] = useState<string | null>(null);
  const [changed, setChanged] = useState<OwnVideo | null>(null);
  // The newer of the two records: the one from props, or the one returned by the last change.
  const latest =
    changed && changed.updatedAt >= video.updatedAt && changed.file?._id === video.file?._id
      ? changed
      : video;
  const settle = (result: { data?: OwnVideo; error?: unknown }, said: string) => {
    setProblem(result.data ? null : problemMessage(result.error));
    if (!result.data) return;
    setChanged(result.data);
    toast.success(said);
  };
  return {
    languages: (latest.file?.captions ?? []).map(({ language }) => language),
    problem,
    busy: setting.isLoading || removing.isLoading,
    async add(language: string, file: File) {
      if (file.size > limits.captions.bytes)
        return setProblem(`This file is too large. Captions can be at most ${kilobytes} kB.`);
      return settle(
        await set({ params: { id: video._id }, body: { language, text: await file.text() } }),
        `Captions in ${languageName(language)} added`,
      );
    },
    async take(language: string) {
      settle(
        await remove({ params: { id: video._id }, body: { type: 'captions', language } }),
        `Captions in ${languageName(language)} removed`,
      );
    },
  };
}

/** Selects a language and its file. */
function Adding({
  disabled,
  busy,
  onAdd,
}: {
  disabled: boolean;
  busy: boolean;
  onAdd: (language: string, file: File) => void;
}) {
  const { data: known } = useRead(listLanguages);
  const [language, setLanguage] = useState('en');
  const input = useRef<HTMLInputElement>(null);
  const picked = (file: File | undefined) => {
    if (file) onAdd(language, file);
    // Reset, so that the same file can be picked again after it was corrected.
    if (input.current) input.current.value = '';
  };
  return (
    <Row gap={8}>
      <Select
        label="Language of the captions"
        hideLabel
        options={(known?.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
        value={language}
        disabled={disabled}
        onChange={(event) => setLanguage(event.target.value)}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept=".vtt,text/vtt"
        aria-label="WebVTT file"
        onChange={(event) => picked(event.target.files?.[0])}
      />
      <Button busy={busy} disabled={disabled} onClick={() => input.current?.click()}>
        Add captions
      </Button>
    </Row>
  );
}

/** The captions of a video, one file per language, each saved at once. */
export function CaptionsField({ video, disabled }: { video: OwnVideo; disabled: boolean }) {
  const { languages, problem, busy, add, take } = useCaptions(video);
  return (
    <FieldGroup
      label="Captions"
      hint={`Optional, for people who can’t hear it. WebVTT, up to ${kilobytes} kB`}
    >
      <Stack gap={8}>
        {languages.length > 0 ? (
          <ul className={styles.captions} aria-label="Added captions">
            {languages.map((language) => (
              <li key={language}>
                <span lang={language}>{languageName(language)}</span>
                <Button
                  variant="quiet"
                  disabled={disabled || busy}
                  aria-label={`Remove the captions in ${languageName(language)}`}
                  onClick={() => void take(language)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
        {problem ? (
          <span role="alert" className={styles.problem}>
            {problem}
          </span>
        ) : null}
        {languages.length < limits.captions.languages ? (
          <Adding disabled={disabled} busy={busy} onAdd={(language, file) => void add(language, file)} />
        ) : null}
      </Stack>
    </FieldGroup>
  );
}
