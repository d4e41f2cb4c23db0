import type { Ref } from 'react';
import type { Auction } from '#contract/trade/auctions.ts';
import { formatTokens } from '#lib/format.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { useAppSelector } from '#state/hooks.ts';
import { TextInput } from '#ui/forms/text-input.tsx';
import { coveredBy, type useBid } from './use-bid.ts';

interface MaximumFieldProps {
  readonly auction: Auction;
  readonly state: ReturnType<typeof useBid>;
  readonly optional?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** What a maximum does, or what stands in its way. */
function useHint({ auction, state: { maximum } }: MaximumFieldProps): string {
  const user = useAppSelector(selectCurrentUser);
  const covered = user ? coveredBy(user.balance, auction) : Infinity;
  if (maximum !== null && maximum > covered)
    return `Your wallet covers bids up to ${formatTokens(covered)}. Top up so that we can bid more.`;
  const reserve =
    auction.hasReserve && !auction.reserveMet
      ? ' If it meets the reserve, your bid goes up to the reserve.'
      : '';
  return `We bid for you, only as much as it takes to lead. No one else sees your maximum.${reserve}`;
}

/** The most that the system may bid for the viewer. */
export function MaximumField(props: MaximumFieldProps) {
  const { state, optional, ref } = props;
  return (
    <TextInput
      ref={ref}
      label="Your maximum"
      optional={optional}
      suffix="tokens"
      inputMode="numeric"
      autoComplete="off"
      error={state.maximumError}
      hint={useHint(props)}
      value={state.typedMaximum}
      onChange={(event) => state.chooseMaximum(event.target.value)}
    />
  );
}
