/** The browser's event that offers to install the site. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let kept: InstallOffer | null = null;
let tell = (offer: InstallOffer): void => {
  kept = offer;
};

// The event fires once, possibly before a listener is registered, so it is kept.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    tell(event as InstallOffer);
  });
}

/** Passes the install event to a listener, now or when it fires. */
export function onInstallOffer(listener: (offer: InstallOffer) => void): void {
  tell = listener;
  if (kept) listener(kept);
  kept = null;
}
