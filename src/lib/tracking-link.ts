/**
 * Where each carrier shows a parcel. Keys are carrier names as `normalizeCarrier` writes them; the parcel's number is
 * appended, encoded. Carriers without a page that takes the number in its URL are left out.
 */
const pages: Readonly<Record<string, string>> = {
  dhl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=',
  deutschepost: 'https://www.deutschepost.de/de/s/sendungsverfolgung.html?piececode=',
  ups: 'https://www.ups.com/track?tracknum=',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  royalmail: 'https://www.royalmail.com/track-your-item#/tracking-results/',
  evri: 'https://www.evri.com/track/parcel/',
  laposte: 'https://www.laposte.fr/outils/suivre-vos-envois?code=',
  hermes: 'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation/#',
  gls: 'https://gls-group.com/track/',
  dpd: 'https://www.dpdgroup.com/be/mydpd/my-parcels/track?parcelNumber=',
  canadapost: 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=',
  australiapost: 'https://auspost.com.au/mypost/track/#/details/',
  postnord: 'https://tracking.postnord.com/en/tracking?id=',
};

/** Other names of the same carriers, and their services. */
const otherNames: Readonly<Record<string, string>> = {
  dhlexpress: 'dhl',
  dhlpaket: 'dhl',
  unitedparcelservice: 'ups',
  federalexpress: 'fedex',
  fedexexpress: 'fedex',
  fedexground: 'fedex',
  unitedstatespostalservice: 'usps',
  uspostalservice: 'usps',
  colissimo: 'laposte',
  postescanada: 'canadapost',
  auspost: 'australiapost',
};

const normalizeCarrier = (carrier: string): string => carrier.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The page of a usual carrier that shows a parcel. Null for other carriers: only links made here are shown. */
export function trackingLink(carrier: string, tracking: string): string | null {
  const name = normalizeCarrier(carrier);
  const known = Object.hasOwn(otherNames, name) ? otherNames[name] : name;
  const page = known !== undefined && Object.hasOwn(pages, known) ? pages[known] : undefined;
  const number = tracking.trim();
  return page && number.isWellFormed() && /[a-z0-9]/i.test(number) ? page + encodeURIComponent(number) : null;
}
