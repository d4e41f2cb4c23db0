import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import type { AuctionCreate } from '#contract/trade/auctions.ts';
import { createAuction } from '#services/trade/auctions.ts';
import { useWrite } from '#state/query/hooks.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { AuctionEditor } from './auction-editor.tsx';

/** `/creator/auctions/new`. */
export function NewAuctionView() {
  const router = useRouter();
  const [create] = useWrite(createAuction);
  // The default times depend on the user's clock.
  const hydrated = useHydrated();
  const save = async (body: AuctionCreate) => {
    const auction = await create({ body }).unwrap();
    toast.success(auction.state === 'live' ? 'Auction started' : 'Auction scheduled');
    await router.push(routes.auction(auction._id));
  };
  return (
    <Stack gap={24}>
      <PageHead title="New auction" unlisted />
      <PageHeader title="New auction" text="You can edit or cancel it until the first bid." />
      {hydrated ? <AuctionEditor auction={null} save={save} /> : null}
    </Stack>
  );
}
