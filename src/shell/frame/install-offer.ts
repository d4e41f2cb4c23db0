/** The browser's offer to put the site on the home screen. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let kept: InstallOffer | null = null;
let tell = (offer: InstallOffer): void => {
  kept = offer;
};

// The browser offers once, maybe before anybody has asked: it is kept until somebody does.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    tell(event as InstallOffer);
  });
}

/** Hands over the offer, made or to come. */
export function onInstallOffer(listener: (offer: InstallOffer) => void): void {
  tell = listener;
  if (kept) listener(kept);
  kept = null;
}
