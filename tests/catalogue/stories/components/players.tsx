import { AudioPlayer, VideoPlayer } from '#components/content/videos/players.tsx';
import { aFile, aFilm } from '../../../setup/factories/files.ts';

const noSources = { sources: [], url: null };

export const Video = () => <VideoPlayer file={aFilm(noSources)} />;
export const Audio = () => (
  <AudioPlayer
    file={aFile({ ...noSources, mime: 'audio/mpeg', duration: 95, peaks: [1, 4, 9, 12, 6, 3, 8, 2] })}
  />
);
