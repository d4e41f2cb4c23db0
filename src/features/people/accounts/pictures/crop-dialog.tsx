import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { RefObject } from 'react';
import Cropper, { type Point } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { coverRatio } from '#components/content/media-items/cover.tsx';
import { limits } from '#config/limits.ts';
import { type PictureArea, cutPicture } from '#lib/device/cut-picture.ts';
import { problemMessage } from '#lib/problem.ts';
import { shownEverywhere } from '#services/base/pictures/shown-everywhere.ts';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { CoverPreview } from './cover-preview.tsx';
import styles from './crop-dialog.module.css';

/** The frame's proportions, and those of the box around it, which shows what is cut off. */
const shapes = {
  avatar: { ratio: 1, box: 1.2, round: true },
  cover: { ratio: coverRatio, box: 2.2, round: false },
} as const;
export type PictureUse = keyof typeof shapes;

const mostZoom = 4;
const unreadable = 'This picture can’t be opened. Choose a JPEG, PNG, WebP, GIF, AVIF or HEIC.';

interface Shown {
  readonly file: File;
  readonly address: string;
}

/** The picture in a format that this browser shows, with its blob URL; null while it is converted. */
function useShown(file: File, onProblem: (problem: string) => void): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null);
  const fail = useEffectEvent(onProblem);
  useEffect(() => {
    const stop = new AbortController();
    let address: string | undefined;
    const open = async () => {
      const ready = await shownEverywhere(file, stop.signal);
      if (stop.signal.aborted) return;
      address = URL.createObjectURL(ready);
      setShown({ file: ready, address });
    };
    open().catch((caught: unknown) => (stop.signal.aborted ? undefined : fail(problemMessage(caught))));
    return () => {
      stop.abort();
      if (address) URL.revokeObjectURL(address);
    };
  }, [file]);
  return shown;
}

function ZoomSlider({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  return (
    <div className={styles.zoom}>
      <ZoomOut size={20} aria-hidden="true" />
      <input
        type="range"
        aria-label="Zoom"
        aria-valuetext={`${Math.round(zoom * 100)}%`}
        min={1}
        max={mostZoom}
        step={0.05}
        value={zoom}
        onChange={(event) => onZoom(Number(event.target.value))}
      />
      <ZoomIn size={20} aria-hidden="true" />
    </div>
  );
}

interface FrameProps {
  readonly use: PictureUse;
  /** Null while the picture is converted. */
  readonly address: string | null;
  readonly onImage: (image: RefObject<HTMLImageElement | null>) => void;
  readonly onArea: (area: PictureArea) => void;
  readonly onUnreadable: () => void;
}

/** The picture behind its frame: dragged, moved with the arrow keys, zoomed by slider, wheel or two fingers. */
function Frame({ use, address, onImage, onArea, onUnreadable }: FrameProps) {
  const { ratio, box, round } = shapes[use];
  const [crop, setCrop] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [part, setPart] = useState<PictureArea | null>(null);
  const hint = useId();
  return (
    <Stack gap={8}>
      <div className={styles.frame} style={{ aspectRatio: box }}>
        {address ? (
          <Cropper
            image={address}
            aspect={ratio}
            cropShape={round ? 'round' : 'rect'}
            objectFit="cover"
            showGrid={false}
            maxZoom={mostZoom}
            keyboardStep={8}
            disableAutomaticStylesInjection
            {...{ crop, zoom }}
            setImageRef={onImage}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={(percent, pixels) => {
              setPart(percent);
              onArea(pixels);
            }}
            mediaProps={{
              alt: '',
              onError: onUnreadable,
            }}
            cropperProps={{
              role: 'application',
              'aria-label': 'Position of the picture',
              'aria-describedby': hint,
            }}
          />
        ) : (
          <p role="status" className={styles.opening}>
            Opening the picture
          </p>
        )}
      </div>
      <ZoomSlider zoom={zoom} onZoom={setZoom} />
      <p id={hint} className={styles.hint}>
        Drag the picture or move it with the arrow keys.
      </p>
      {use === 'cover' && address && part ? <CoverPreview address={address} area={part} /> : null}
    </Stack>
  );
}

export interface CropDialogProps {
  readonly use: PictureUse;
  /** Noun for the picture, such as "profile picture". */
  readonly what: string;
  readonly file: File;
  readonly onClose: () => void;
  /** Called with the part inside the frame, no larger than the server keeps it. */
  readonly onCut: (cut: File) => void;
}

/** Asks which part of a picture to use before it is uploaded. */
export function CropDialog({ use, what, file, onClose, onCut }: CropDialogProps) {
  const image = useRef<HTMLImageElement>(null);
  const [area, setArea] = useState<PictureArea | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const shown = useShown(file, setProblem);
  const save = async () => {
    if (!image.current || !area || !shown) return;
    setBusy(true);
    try {
      onCut(await cutPicture(image.current, shown.file, { area, most: limits.publicPicture[use] }));
    } catch {
      setProblem('This browser can’t crop the picture. Try a smaller one.');
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      wide={use === 'cover'}
      title={`Position your ${what}`}
      onClose={onClose}
      dismissible={!isBusy}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!area || problem !== null}
            busy={isBusy}
            onClick={() => void save()}
          >
            Save
          </Button>
        </>
      }
    >
      {problem ? (
        <Notice tone="danger" announce>
          {problem}
        </Notice>
      ) : (
        <Frame
          use={use}
          address={shown?.address ?? null}
          onImage={({ current }) => (image.current = current)}
          onArea={setArea}
          onUnreadable={() => setProblem(unreadable)}
        />
      )}
    </Dialog>
  );
}
