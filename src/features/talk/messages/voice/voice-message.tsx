import { useCallback } from 'react';
import type { Message } from '#contract/talk/messages/messages.ts';
import { getMessage } from '#services/talk/messages/messages.ts';
import { isLocal } from '#state/messages/voice/local-voice.ts';
import { useApi } from '#state/hooks.ts';
import { VoicePlayer } from './voice-player.tsx';

/** The recording of a message that the viewer may hear. */
export function VoiceMessage({ message, label }: { message: Message; label: string }) {
  const api = useApi();
  const [file] = message.files;
  const { _id } = message;
  const freshUrl = useCallback(
    async () => (await getMessage(api, { params: { id: _id } })).files[0]?.url ?? null,
    [api, _id],
  );
  if (!file) return null;
  return <VoicePlayer file={file} label={label} freshUrl={isLocal(file) ? undefined : freshUrl} />;
}
