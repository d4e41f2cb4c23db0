import { useEffect, useState } from 'react';
import styles from './studio.module.css';

const everyMs = 100;
const silent = 0.01;

/** How loud the microphone is, from 0 to 1. */
function useLevel(media: MediaStream): number {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    if (media.getAudioTracks().length === 0 || typeof AudioContext === 'undefined') return undefined;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(media).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      setLevel(
        Math.min(
          1,
          samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0),
        ),
      );
    }, everyMs);
    return () => {
      clearInterval(timer);
      void context.close().catch(() => {});
    };
  }, [media]);
  return level;
}

/** Shows that the microphone hears something. */
export function LevelMeter({ media, isOff }: { media: MediaStream; isOff: boolean }) {
  const level = useLevel(media);
  return (
    <div className={styles.meter}>
      <span>{isOff ? 'Muted' : 'Microphone'}</span>
      <meter min={0} max={1} value={level} aria-label="Microphone level">
        {level > silent ? 'Sound' : 'Silence'}
      </meter>
    </div>
  );
}
