import { useEffect, useState } from 'react';

/** iPhones support full screen only for the video element itself. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Full screen and picture-in-picture. */
export function useWindowModes(frame: HTMLElement, video: HTMLVideoElement) {
  const [full, setFull] = useState(false);
  const [floating, setFloating] = useState(false);
  useEffect(() => {
    const update = () => {
      setFull(document.fullscreenElement === frame);
      setFloating(document.pictureInPictureElement === video);
    };
    document.addEventListener('fullscreenchange', update);
    video.addEventListener('enterpictureinpicture', update);
    video.addEventListener('leavepictureinpicture', update);
    return () => {
      document.removeEventListener('fullscreenchange', update);
      video.removeEventListener('enterpictureinpicture', update);
      video.removeEventListener('leavepictureinpicture', update);
    };
  }, [frame, video]);
  return {
    full,
    floating,
    canFloat: document.pictureInPictureEnabled === true,
    // Ignore a refusal; nothing changes then.
    float: () =>
      void (floating ? document.exitPictureInPicture() : video.requestPictureInPicture()).catch(() => {}),
    toggleFull: () => {
      if (document.fullscreenElement === frame) void document.exitFullscreen().catch(() => {});
      else if (typeof frame.requestFullscreen === 'function') void frame.requestFullscreen().catch(() => {});
      else (video as PhoneVideo).webkitEnterFullscreen?.();
    },
  };
}

const restsMs = 2_500;

/** True while the video plays without pointer or keyboard activity over it, so the controls can hide. */
export function useIdle(frame: HTMLElement, playing: boolean): boolean {
  const [rests, setRests] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stir = () => {
      setRests(false);
      clearTimeout(timer);
      timer = setTimeout(() => setRests(true), restsMs);
    };
    const leave = (event: PointerEvent) => void (event.pointerType === 'mouse' && setRests(true));
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
    for (const event of events) frame.addEventListener(event, stir);
    frame.addEventListener('pointerleave', leave);
    stir();
    return () => {
      clearTimeout(timer);
      for (const event of events) frame.removeEventListener(event, stir);
      frame.removeEventListener('pointerleave', leave);
    };
  }, [frame, playing]);
  return playing && rests;
}
