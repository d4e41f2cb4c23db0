import { limits } from '#config/limits.ts';
import { plural } from '#lib/format.ts';
import type { HelpPage } from './help-page.ts';

/** Help for creators about their fans, sales and money. */
export const creatorBusinessPages: readonly HelpPage[] = [
  {
    name: 'fan-messages',
    title: 'Messages with your fans',
    summary: 'First messages, paid messages, quick replies and notes.',
    html: ({ settings }) => `
<p>You can write to fans who follow or subscribe to you, and to anyone who has written to you.</p>
<h2>Who can write first</h2>
<p>In your <a href="/creator/account?tab=privacy">settings</a> under <strong>Privacy</strong>, choose who may start a conversation: everyone, followers or subscribers. First messages can wait as requests, and a request can have a price. You earn it when you accept. If you decline or don’t answer within ${plural(settings.messageRequestDays, 'day')}, the fan gets it back.</p>
<h2>Sell photos and videos</h2>
<p>Attach files and set a price. Fans read your text, but pay to open the files. A message that was bought can’t be deleted.</p>
<h2>Work faster</h2>
<ul>
<li><strong>Quick replies</strong>: save what you write often and type <code>/</code> to find it. <code>{name}</code> becomes the fan’s name.</li>
<li><strong>Send later</strong>: schedule a message up to ${limits.broadcast.scheduleDays} days ahead.</li>
<li><strong>Private note</strong>: the panel beside a conversation shows what a fan has bought. Keep notes there that only you see, and add fans to lists.</li>
</ul>`,
  },
  {
    name: 'mass-messages',
    title: 'Mass messages',
    summary: 'Write to many fans at once, and send messages automatically.',
    html: ({ settings }) => `
<p>Open <a href="/creator/broadcast">Mass messages</a>. Each fan gets the message in their own conversation with you.</p>
<h2>Choose who gets it</h2>
<p>Combine followers, subscribers by plan, former subscribers, top spenders, buyers of an item and your own lists. Exclude any of these groups, for example fans who already bought the files. Before you send, you see how many people will get it.</p>
<p>Creators, people with a block between you, fans who muted your mass messages and fans who have reached their weekly limit are always left out. You can send up to ${settings.massMessagesPerDay} mass messages per day.</p>
<h2>Price, schedule, unsend</h2>
<p>You can set a price for the files and make them free for active subscribers. Schedule a message up to ${limits.broadcast.scheduleDays} days ahead. Unsending removes every copy that hasn’t been bought.</p>
<h2>Automatic messages</h2>
<p>Have a message sent when someone follows, subscribes, stops being a subscriber, or when a renewal fails. Each is off until you turn it on.</p>`,
  },
  {
    name: 'go-live',
    title: 'Go live',
    summary: 'Stream from your browser or an encoder, sell tickets, and take private streams.',
    html: ({ settings }) => `
<p>Open <a href="/creator/live">Live streams</a>. If live streams are turned off on this site, the page says so.</p>
<h2>Start a stream</h2>
<ol>
<li>Enter a title and choose who can watch: everyone, followers or subscribers, or sell tickets.</li>
<li>Choose your camera and microphone and check the preview.</li>
<li>Select <strong>Go live</strong>.</li>
</ol>
<p>You can also announce a stream up to ${limits.stream.startsWithinDays} days ahead. Fans can ask for a reminder. Audience and price can’t change once you’re live.</p>
<h2>OBS and other encoders</h2>
<p>In OBS, choose the service WHIP and enter the server and token shown on the page. Treat the token like a password.</p>
<h2>If your connection drops</h2>
<p>The stream waits ${plural(settings.streamGraceSeconds, 'second')} for you. After that it ends.</p>
<h2>Chat</h2>
<p>Choose who can chat, slow it down, or hold messages with certain words. You can pin and delete messages, ban people from the chat and make others moderators. To keep someone from watching, block them.</p>
<h2>Replays</h2>
<p>If you record a stream, it becomes a video: a draft, or published right away.</p>
<h2>Private streams</h2>
<p>In the stream settings, turn on requests and set a price per minute. You can accept, decline or ask to do it later. A request you don’t answer expires after ${plural(settings.privateRequestHours, 'hour')}. The fan pays for every second in which your picture or sound reaches them. If both of you agree, others can watch at a price of their own.</p>`,
  },
  {
    name: 'shop',
    title: 'Sell in your shop',
    summary: 'Downloads and physical items, shipping, and problems with orders.',
    html: ({ settings }) => `
<p>Create a <a href="/creator/products/new">product</a>: a digital download with up to ${limits.filesPerProduct} files, or a physical item with stock, shipping and a processing time.</p>
<h2>Orders</h2>
<p>Downloads are delivered automatically. Physical items show up under <a href="/creator/orders">Orders</a>:</p>
<ol>
<li><strong>Accept</strong> within ${plural(settings.orderAcceptDays, 'day')}, or <strong>Deny</strong> with a reason. Otherwise the buyer is refunded.</li>
<li><strong>Ship</strong> within your processing time plus ${plural(settings.orderShipDays, 'day')}, and add a tracking number if you have one. Print a packing slip from the order.</li>
<li>The buyer confirms delivery. Otherwise it counts as delivered after ${plural(settings.orderDeliverDays, 'day')}.</li>
</ol>
<p>You see a buyer’s address only for orders that need it.</p>
<h2>Problems</h2>
<p>If a buyer reports a problem, you have ${plural(settings.orderAnswerDays, 'day')} to answer, send another parcel, or refund all or part of it. After that it goes to us. What you earned with the order stays on hold until the problem is solved.</p>
<h2>Changes</h2>
<p>Buyers keep the files as they were when they bought them. You can change prices at any time: no one is charged a price they haven’t seen.</p>`,
  },
  {
    name: 'sell-auctions',
    title: 'Sell in an auction',
    summary: 'Start price, reserve, schedule and what happens at the end.',
    html: ({ settings }) => `
<p>Create an <a href="/creator/auctions/new">auction</a> with up to ${limits.auction.images} pictures. It can run for up to ${limits.auction.maxDays} days and start up to ${limits.auction.startsWithinDays} days from now.</p>
<h2>Start price and reserve</h2>
<p>With a reserve, the item is sold only if the highest bid reaches it. Bidders see whether it’s met, but not how high it is.</p>
<h2>Until the first bid</h2>
<p>You can edit or cancel an auction until someone bids. After that nothing can change, not even the description.</p>
<h2>During the auction</h2>
<p>${settings.auctionExtensionSeconds > 0 ? `A bid in the last ${plural(settings.auctionExtensionSeconds, 'second')} extends the auction. ` : ''}You see the same masked names as everyone else.</p>
<h2>At the end</h2>
<p>The winner pays automatically and you get an <a href="/creator/orders">order</a> with their name. If the reserve wasn’t met or no one bid, all tokens are released.</p>`,
  },
  {
    name: 'payouts',
    title: 'Get paid',
    summary: 'Balance, payout methods, requests and statements.',
    html: ({ settings, money, creatorShare }) => `
<p>You earn ${creatorShare} of every sale. <a href="/creator/earnings">Earnings</a> shows where each amount comes from.</p>
<h2>When money is available</h2>
<p>${settings.payoutHoldDays > 0 ? `New earnings are on hold for ${plural(settings.payoutHoldDays, 'day')} to cover refunds. After that they’re available.` : 'New earnings are available right away.'} If a sale is refunded after you were paid, the amount is taken off your balance.</p>
<h2>Add a payout method</h2>
<p>In your <a href="/creator/account?tab=payouts">settings</a> under <strong>Payouts</strong>, add a bank account or connect an account with our payment provider, if the site offers it. You’re asked to confirm that it’s you. ${settings.payoutLockHours > 0 ? `Nothing is paid to a new or changed method for ${plural(settings.payoutLockHours, 'hour')}. We email you a link to undo the change in case it wasn’t you.` : ''}</p>
<h2>Request a payout</h2>
<ol>
<li>Open <a href="/creator/payouts">Payouts</a> and select <strong>Request payout</strong>. The minimum is ${money(settings.minimumPayoutAmount)}.</li>
<li>While it’s <strong>Pending</strong>, you can edit or cancel it.</li>
<li>Once approved, it’s sent: <strong>In transit</strong>, then <strong>Paid</strong>.</li>
</ol>
<p>If something is in the way, the page says what it is and who has to act. A rejected, failed or returned payout goes back to your balance. There are no payout fees.</p>
<h2>Statements</h2>
<p>Every month and every year has a statement, with all payments as a CSV file. Add your billing details under <strong>Payouts</strong> in your settings to have them printed on it. Statements don’t include tax.</p>`,
  },
  {
    name: 'statistics',
    title: 'Understand your statistics',
    summary: 'What views, conversion, churn and the other figures mean.',
    html: () => `
<p><a href="/creator/statistics">Statistics</a> compares any range of days with the one before it. Days are in your time zone.</p>
<h2>Views</h2>
<p>A view counts once someone has really had an item or your page in front of them for a second. Each person counts once per day and item. Your own views and bots don’t count. We don’t keep who they were.</p>
<h2>Figures</h2>
<table>
<thead><tr><th scope="col">Figure</th><th scope="col">Meaning</th></tr></thead>
<tbody>
<tr><td>Locked views</td><td>Views by people who couldn’t open the item at that moment</td></tr>
<tr><td>Conversion</td><td>Purchases compared with people who found the item locked</td></tr>
<tr><td>Monthly recurring revenue</td><td>What your paying subscribers pay per month, before our fee. A yearly price counts as a twelfth.</td></tr>
<tr><td>Churn</td><td>Share of the subscribers at the start of the period who left during it</td></tr>
<tr><td>Lifetime value</td><td>What an average subscriber will have paid if people keep leaving at this rate</td></tr>
<tr><td>Retention</td><td>For each month, how many of its new subscribers still pay later</td></tr>
</tbody>
</table>
<h2>Sources</h2>
<p>See which pages and sites your viewers came from. Links with <code>?ref=</code> and a word appear under that word.</p>`,
  },
  {
    name: 'blocks',
    title: 'Control who sees your page',
    summary: 'Block people and countries, ban commenters and filter words.',
    html: () => `
<h2>Block people</h2>
<p>Block someone in your <a href="/creator/account?tab=privacy">settings</a> under <strong>Privacy</strong>. Neither of you can see or contact the other. A subscription isn’t renewed, and what they bought stays theirs.</p>
<h2>Block countries</h2>
<p>Under <strong>Blocked countries</strong>, choose countries and, where we can tell them apart, states that can’t see your page. We go by the visitor’s internet address. For unknown places and VPNs, choose whether visitors can see your page, have to enter their location, or can’t see it. No location check is perfect.</p>
<p>Blocking a country doesn’t end follows or subscriptions, because people travel. A subscription isn’t renewed while the fan is in a blocked place. Use <strong>Preview by country</strong> to see your page as a visitor from there.</p>
<h2>Comments</h2>
<p>Delete any comment on your posts, or ban its author from commenting on all of them. Under <a href="/creator/comments">Comments</a>, add words that hold a comment for your review. Its author sees that it’s waiting.</p>
<h2>More help</h2>
<p>Report people who break the rules. See <a href="/posts/help/blocking-and-reporting">block, mute and report</a>.</p>`,
  },
];
