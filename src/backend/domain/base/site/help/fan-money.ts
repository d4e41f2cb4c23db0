import { limits } from '#config/limits.ts';
import { formatNumber, plural } from '#lib/format.ts';
import type { HelpPage } from './help-page.ts';

/** Help for fans about paying. */
export const fanMoneyPages: readonly HelpPage[] = [
  {
    name: 'subscriptions',
    title: 'Subscribe to a creator',
    summary: 'Plans, renewals, price changes and canceling.',
    html: ({ settings }) => `
<p>A subscription opens everything a creator includes for subscribers. You pay by card, not with tokens.</p>
<h2>Subscribe</h2>
<ol>
<li>Open the creator’s page and select <strong>Subscribe</strong>.</li>
<li>Choose a plan. Every creator has a monthly price, and some offer a discount for 3, 6 or 12 months.</li>
<li>Choose or add a card and confirm. Your bank may ask you to approve the payment.</li>
</ol>
<p>${settings.freeSubscriptionEnabled ? 'Some creators also offer a free subscription. It ends automatically and never charges you. You can take it once per creator.' : 'Some creators share links to a free trial. A trial ends automatically and never charges you.'}</p>
<h2>Renewals</h2>
<p>A paid subscription renews at the end of each period with the card you chose for it. We email you ${plural(settings.renewalNoticeDays, 'day')} before. To use another card, open <a href="/user/subscriptions">Subscriptions</a> and change it there. That doesn’t charge anything.</p>
<p>If a renewal fails, you keep access until the paid period ends. We retry 1, 3 and 5 days after that. To get access back sooner, select <strong>Pay now</strong>.</p>
<h2>Change your plan</h2>
<p>A longer plan starts right away, and what’s left of your current period is taken off the price. A shorter plan starts when your current period ends. We show the amount before you confirm.</p>
<h2>Price changes</h2>
<p>If a creator raises or lowers the price, yours stays the same until you accept the new one. Select <strong>Review new price</strong> to see it.</p>
<h2>Cancel</h2>
<p>Go to <a href="/user/subscriptions">Subscriptions</a> and cancel the one you no longer want. You keep access until the end of the period you paid for, and you can resume until then. Anything you unlocked separately stays in your <a href="/posts/help/library">library</a>.</p>`,
  },
  {
    name: 'unlock',
    title: 'Unlock posts, videos and galleries',
    summary: 'Buy a single piece without subscribing.',
    html: ({ tokenValue }) => `
<p>Creators can sell posts, videos, galleries and messages one by one. You pay with tokens from your <a href="/posts/help/wallet">wallet</a>. ${tokenValue}.</p>
<h2>Before you buy</h2>
<p>A locked item shows what’s inside, such as “8 photos · 2 videos”, and every way to open it with its price. Some are included in a subscription, some are sold separately, and some are both.</p>
<h2>Unlock it</h2>
<ol>
<li>Select the price on the locked item.</li>
<li>Check the price and confirm. If you don’t have enough tokens, you can top up right there.</li>
</ol>
<p>If the price changed after you opened the page, nothing is charged. You see the new price and decide again.</p>
<h2>What you keep</h2>
<p>What you buy is yours: it stays in your <a href="/user/library">library</a> after a subscription ends, and also when the creator archives or deletes it. You never pay twice for the same photo or video, even if it’s part of something else.</p>`,
  },
  {
    name: 'tips',
    title: 'Send a tip',
    summary: 'Tip a creator, and undo a tip you didn’t mean to send.',
    html: ({ settings }) => `
<p>You can tip from a creator’s page, on a post, in a conversation and during a live stream. A tip is between ${formatNumber(settings.minimumTipPrice)} and ${formatNumber(settings.maximumTipPrice)} tokens and is paid from your <a href="/posts/help/wallet">wallet</a>. You can add a short note.</p>
<h2>Undo a tip</h2>
<p>${
      settings.tipUndoSeconds > 0
        ? `For ${plural(settings.tipUndoSeconds, 'second')} you can undo a tip yourself, from the confirmation or in your wallet’s history. The tokens come back right away and the creator is told.`
        : 'Tips on this site are final.'
    }</p>
<h2>Tips in conversations</h2>
<p>A tip you send in a conversation also appears there as a message. Before a creator has accepted your first message, tip from their page instead.</p>`,
  },
  {
    name: 'wallet',
    title: 'Your wallet',
    summary: 'Top up, see your history, get receipts and set spending limits.',
    html: ({ settings, money, tokenValue }) => `
<p>Your <a href="/user/wallet">wallet</a> holds tokens. Use them to unlock, tip, shop and bid. ${tokenValue}. Subscriptions and gifts are paid by card instead.</p>
<h2>Top up</h2>
<p>Choose a package or enter an amount between ${money(settings.minimumWalletPrice)} and ${money(settings.maximumWalletPrice)}. Enter a coupon if you have one: you pay less and get the same number of tokens.</p>
<h2>Cards</h2>
<p>Cards are stored by our payment provider. We only keep what’s needed to show you which one it is, such as the last four digits. Your first card is your default card until you choose another.</p>
<h2>History and receipts</h2>
<p>The history lists every payment, refund and top-up. Tokens held for a bid, a message request or a private stream show up there too. Every card payment has a receipt, which we also email to you. Under <strong>By creator</strong> you find a statement of everything you paid to each one.</p>
<h2>Spending limits</h2>
<p>You can limit what you spend in a calendar month, in total or on one creator. ${settings.spendCapRaiseHours > 0 ? `A lower limit applies right away. Raising or removing one takes ${plural(settings.spendCapRaiseHours, 'hour')}.` : 'A changed limit applies right away.'} Renewals count toward a limit but are never stopped by it.</p>
<h2>Refunds</h2>
<p>Some refunds are automatic: orders that aren’t accepted in time, declined message requests, canceled streams. For anything else, <a href="/contact">contact us</a>.</p>`,
  },
  {
    name: 'gifts',
    title: 'Give a subscription',
    summary: 'Pay for someone else’s subscription and send them a link.',
    html: () => `
<p>You can give 1, 3, 6 or 12 months of a creator’s subscription. You pay once by card. It doesn’t renew, and the recipient doesn’t need a card.</p>
<ol>
<li>Open the creator’s page and select <strong>Give as a gift</strong>.</li>
<li>Choose the length and, if you like, add a message.</li>
<li>Pay, then send the link to the person it’s for. Anyone with the link can redeem it, once.</li>
</ol>
<h2>If they already subscribe</h2>
<p>The months are added to the time they have. They renew later, at their own price.</p>
<h2>Take a gift back</h2>
<p>As long as no one has redeemed it, you can cancel a gift under <a href="/user/gifts">Gifts</a> and the payment is refunded to your card. A gift that no one redeems within ${plural(limits.gift.months, 'month')} is refunded automatically.</p>`,
  },
  {
    name: 'orders',
    title: 'Orders and downloads',
    summary: 'Buy from a creator’s shop, follow an order and report a problem.',
    html: ({ settings }) => `
<p>Creators sell downloads and physical items. You pay with tokens. All your orders are under <a href="/user/orders">Purchases</a>.</p>
<h2>Downloads</h2>
<p>A digital product is delivered right away. Open the order to download its files, one by one or all as a ZIP. You can download them again at any time, also after the product is gone, unless the order was refunded.</p>
<h2>Physical items</h2>
<ol>
<li>You choose a delivery address and pay the price plus shipping.</li>
<li>The creator has ${plural(settings.orderAcceptDays, 'day')} to accept. If they don’t, you’re refunded automatically. Until they accept, you can cancel.</li>
<li>When the order ships, you see the carrier and tracking number if there is one.</li>
<li>Confirm delivery when it arrives. If you don’t, it counts as delivered ${plural(settings.orderDeliverDays, 'day')} after shipping.</li>
<li>${plural(settings.orderCloseDays, 'day')} after delivery, the order is closed.</li>
</ol>
<p>You can change the address until the order has shipped.</p>
<h2>Something went wrong</h2>
<p>From shipping until the order is closed, you can report a problem on its page and add up to ${plural(limits.problemPhotos, 'photo')}. The creator has ${plural(settings.orderAnswerDays, 'day')} to answer, send another parcel or refund you. If you can’t agree, pass it to us and we decide. The creator isn’t paid for the order while the problem is open.</p>`,
  },
  {
    name: 'auctions',
    title: 'Bid in an auction',
    summary: 'Bids, maximums, and what happens when you win.',
    html: ({ settings }) => `
<p>Find running auctions under <a href="/auctions">Auctions</a> and yours under <a href="/user/bids">Bids</a>.</p>
<h2>Place a bid</h2>
<p>A bid is binding. While you’re the highest bidder, the tokens are held in your wallet. If someone outbids you, they’re released right away. Only the winner pays.</p>
<p>${settings.auctionExtensionSeconds > 0 ? `A bid in the last ${plural(settings.auctionExtensionSeconds, 'second')} extends the auction, so there’s no need to wait until the end.` : 'An auction ends exactly at its time.'} Other people see only the first and last letter of your username.</p>
<h2>Set a maximum</h2>
<p>With a maximum, we bid for you: just enough to stay ahead, and never more than you said. Only you can see it. It reaches as far as your wallet and your spending limits allow.</p>
<h2>Reserve price</h2>
<p>Some auctions have a reserve: the item is sold only if the highest bid reaches it. You see whether the reserve is met, but not how high it is.</p>
<h2>When you win</h2>
<p>Your tokens are charged and you get an order. For a physical item, add a delivery address. From then on it’s like any other <a href="/posts/help/orders">order</a>, except that you can’t cancel it yourself.</p>`,
  },
];
