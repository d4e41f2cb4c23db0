import { expect, test } from 'vitest';
import { trackingLink } from '#lib/tracking-link.ts';

test.each([
  ['DHL', 'www.dhl.com'],
  ['dhl express', 'www.dhl.com'],
  ['Deutsche Post', 'www.deutschepost.de'],
  ['U.P.S.', 'www.ups.com'],
  ['FedEx', 'www.fedex.com'],
  ['USPS', 'tools.usps.com'],
  ['Royal Mail', 'www.royalmail.com'],
  ['Evri', 'www.evri.com'],
  ['Hermes', 'www.myhermes.de'],
  ['La Poste', 'www.laposte.fr'],
  ['Colissimo', 'www.laposte.fr'],
  ['DPD', 'www.dpdgroup.com'],
  ['GLS', 'gls-group.com'],
  ['Canada Post', 'www.canadapost-postescanada.ca'],
  ['Australia Post', 'auspost.com.au'],
  ['PostNord', 'tracking.postnord.com'],
])('%s shows its parcels at %s', (carrier, host) => {
  const link = trackingLink(carrier, ' JD 01/2 ') ?? '';
  expect(new URL(link)).toMatchObject({ protocol: 'https:', host });
  expect(link.endsWith('JD%2001%2F2')).toBe(true);
});

test.each([
  'Bike courier',
  '',
  'https://evil.example',
  'evil.example/DHL',
  'constructor',
  '__proto__',
  'toString',
])('another carrier, “%s”, is plain text', (carrier) => expect(trackingLink(carrier, 'JD01')).toBeNull());

test.each(['../../login', '//evil.example', '?next=https://evil.example', '@evil.example', 'a#b&c=d'])(
  'the number “%s” changes nothing else of the address',
  (number) => {
    for (const carrier of ['DHL', 'Evri', 'GLS', 'Royal Mail']) {
      const link = trackingLink(carrier, number) ?? '';
      expect(link).toBe(`${(trackingLink(carrier, 'X1') ?? '').slice(0, -2)}${encodeURIComponent(number)}`);
      expect(new URL(link).host).toBe(new URL(trackingLink(carrier, 'X1') ?? '').host);
    }
  },
);

test.each(['', '  ', '...', 'A\ud800'])('“%s” isn’t a number to look up', (number) =>
  expect(trackingLink('DHL', number)).toBeNull(),
);
