import type { PostalAddress } from '#contract/people/addresses.ts';
import { countryNames } from '#lib/country-names.ts';

/** `DE` → `Germany`. */
export const countryName = (code: string): string => countryNames([code])[0] ?? code;

/** The lines of an address, as on a shipping label. */
export const formatAddress = ({
  name,
  line1,
  line2,
  zip,
  city,
  state,
  country,
  phone,
}: PostalAddress): string[] =>
  [name, line1, line2, [zip, city].filter(Boolean).join(' '), state, countryName(country), phone].filter(
    Boolean,
  );

/** An address on one line. */
export const addressText = (address: PostalAddress): string =>
  formatAddress({ ...address, phone: '' }).join(', ');

/** An address as on a shipping label. */
export const AddressLines = ({ address }: { address: PostalAddress }) => (
  <address style={{ fontStyle: 'normal', overflowWrap: 'anywhere' }}>
    {formatAddress(address).map((line, at) => (
      <div key={at}>{line}</div>
    ))}
  </address>
);
