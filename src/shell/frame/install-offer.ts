/** The browser's event that offers to install the site. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let savedOffer: InstallOffer | null = null;
let notify = (offer: InstallOffer): void => {
  savedOffer = offer;
};

// The event fires once, possibly before a listener is registered, so it is kept.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    notify(event as InstallOffer);
  });
}

/** Passes the install event to a listener, now or when it fires. */
export function onInstallOffer(listener: (offer: InstallOffer) => void): void {
  notify = listener;
  if (savedOffer) listener(savedOffer);
  savedOffer = null;
}
