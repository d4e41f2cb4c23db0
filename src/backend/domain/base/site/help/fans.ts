import { plural } from '#lib/format.ts';
import type { HelpPage } from './help-page.ts';

/** Help for fans about everything but paying. */
export const fanPages: readonly HelpPage[] = [
  {
    name: 'getting-started',
    title: 'Get started',
    summary: 'Create an account, find creators and follow them.',
    html: ({ settings, site }) => `
<p>You can look around ${site} without an account. To follow, subscribe, buy or write, you need one.</p>
<h2>Create an account</h2>
<p><a href="/auth/register">Join</a> with a username, an email address and a password of at least eight characters.${settings.requireEmailVerification ? ' We send you a link to confirm your address. Open it before you log in for the first time.' : ''}</p>
${settings.newAccountHours > 0 ? `<p>For the first ${plural(settings.newAccountHours, 'hour')}, new accounts have limits on how many comments, follows and new conversations they can make. Your limits are in your <a href="/user/account">account</a>.</p>` : ''}
<h2>Find creators</h2>
<ul>
<li><a href="/explore">Explore</a> shows creators and posts by category.</li>
<li><a href="/search">Search</a> finds creators, posts, videos, galleries and products.</li>
<li><a href="/live">Live</a> shows who’s streaming now.</li>
</ul>
<h2>Follow</h2>
<p>Following is free. Posts of creators you follow appear on your home page. If you also want to be told about every new post, turn on the bell on the creator’s page.</p>`,
  },
  {
    name: 'messages',
    title: 'Messages',
    summary: 'Write to creators, send voice messages and open paid ones.',
    html: ({ settings }) => `
<p>You can write to any creator whose settings allow it. Fans can’t write to each other. Open a creator’s page and select the message button.</p>
<h2>Your first message</h2>
<p>Creators choose who may write to them first, and whether a first message waits as a request. A request may have a price. Those tokens are held in your wallet and charged only when the creator accepts. If they decline or don’t answer within ${plural(settings.messageRequestDays, 'day')}, you get them back. Until they answer, you can’t send a second message.</p>
<h2>Edit and delete</h2>
<p>${settings.messageEditMinutes > 0 ? `You can edit a message for ${plural(settings.messageEditMinutes, 'minute')} after sending it. It’s then marked as edited. ` : ''}Deleting a message removes it for both of you. A message that someone bought can’t be deleted.</p>
<h2>Paid messages</h2>
<p>Creators can set a price for the photos and videos of a message. You always see the text, the number of files and the price before you <a href="/posts/help/unlock">unlock</a> them.</p>
<h2>Voice messages</h2>
<p>Record up to ${plural(Math.floor(settings.voiceMessageSeconds / 60), 'minute')}. You can listen before you send it.</p>
<h2>Keep your inbox tidy</h2>
<p>Pin, mute, archive or mark conversations as unread from their menu. Mass messages from creators are limited to ${settings.massMessageWeeklyCap} per week. You can choose another number in the notification settings of your <a href="/user/account">account</a>, or mute one creator’s.</p>`,
  },
  {
    name: 'live',
    title: 'Watch live streams',
    summary: 'Watch, chat, buy a ticket or ask for a private stream.',
    html: ({ settings }) => `
<p><a href="/live">Live</a> shows who’s streaming and what’s announced. Ask for a reminder to be told when an announced stream starts.</p>
<h2>Tickets</h2>
<p>Some streams are free, some are for followers or subscribers, and some need a ticket. A ticket is paid with tokens and includes the replay, if there is one. You’re refunded automatically if the stream is canceled${settings.streamRefundMinutes > 0 ? `, or if it ends within ${plural(settings.streamRefundMinutes, 'minute')} of your purchase` : ''}.</p>
<h2>Chat and tips</h2>
<p>Anyone who can watch can read the chat. The creator decides who can write, can slow it down, and can hold messages with certain words for review. You can <a href="/posts/help/tips">tip</a> during a stream.</p>
<h2>Private streams</h2>
<p>A private stream is for the two of you and is charged per minute.</p>
<ol>
<li>Send a request from the creator’s page. You see the price per minute first.</li>
<li>If the creator accepts, tokens for five minutes are held in your wallet. Join within ${plural(settings.privateJoinMinutes, 'minute')}.</li>
<li>You’re charged only for time in which the creator’s picture or sound reaches you, down to the second. When the tokens you have run low, both of you are warned. There’s never a debt.</li>
</ol>
<p>Your requests and statements are under <a href="/user/private-streams">Private streams</a>.</p>`,
  },
  {
    name: 'library',
    title: 'Library, bookmarks and lists',
    summary: 'Find what you bought and organize what you like.',
    html: () => `
<h2>Library</h2>
<p>Everything you unlock is in your <a href="/user/library">library</a> and yours to keep. Videos and recordings you haven’t finished are at the top, so you can pick up where you left off, on any device.</p>
<h2>Bookmarks</h2>
<p>Bookmark anything you want to find again. You can sort <a href="/user/bookmarks">bookmarks</a> into collections. Only you can see them.</p>
<h2>Lists</h2>
<p>Group creators into <a href="/user/lists">lists</a> and read each group’s posts on its own. Adding someone to a list doesn’t follow them, and no one is told.</p>`,
  },
  {
    name: 'notifications',
    title: 'Notifications',
    summary: 'Choose what you’re notified about, and where.',
    html: () => `
<p>Notifications appear behind the bell, and if you like by email and as push notifications.</p>
<h2>Choose what you get</h2>
<p>In your <a href="/user/account">account</a>, open <strong>Notifications</strong>. Each type can be turned on or off separately. Emails about payments and security come right away. The rest are collected in one email: every hour, once a day or never.</p>
<h2>Quiet hours</h2>
<p>During quiet hours, push notifications and collected emails wait, except for those about payments and security. Quiet hours follow the time zone of your account.</p>
<h2>Push</h2>
<p>Turn push notifications on once on every phone or computer where you want them. Your browser asks for permission.</p>
<h2>Emails you always get</h2>
<p>Receipts, refunds and emails about the security of your account can’t be turned off. Emails that can be turned off have an unsubscribe link that works without logging in.</p>`,
  },
  {
    name: 'account-safety',
    title: 'Keep your account safe',
    summary: 'Two-factor authentication, passkeys, sessions and lost access.',
    html: () => `
<p>You find all of this in your <a href="/user/account">account</a> under <strong>Security</strong>.</p>
<h2>Two-factor authentication</h2>
<p>With an authenticator app, logging in takes your password and a code. Turning it on ends all other sessions. Keep the recovery codes somewhere safe: each of them works once in place of a code.</p>
<h2>Passkeys</h2>
<p>A passkey logs you in with your fingerprint, face or device PIN, without a password. You can have several.</p>
<h2>Logins you don’t recognize</h2>
<p>We email you when someone logs in from a new browser. If it wasn’t you, select <strong>This wasn’t me</strong> in that email. It ends all sessions and your password stops working. We then email you a link to set a new one. You can also end single sessions under <strong>Active sessions</strong>.</p>
<h2>Change your email address</h2>
<p>Both the new and the old address have to confirm the change. For a week you can undo it with the link sent to the old address. If you can’t open the old mailbox anymore, the change goes through after a week.</p>
<h2>Locked out?</h2>
<ul>
<li>Forgot your password: <a href="/auth/forgot-password">reset it by email</a>.</li>
<li>Lost your phone: log in with a recovery code.</li>
<li>Lost both: <a href="/contact">contact us</a>. We need to be sure that it’s you.</li>
</ul>
<p>Never tell anyone your password or a code. We don’t ask for them.</p>`,
  },
  {
    name: 'blocking-and-reporting',
    title: 'Block, mute and report',
    summary: 'See less of someone, or tell us about a problem.',
    html: () => `
<h2>Mute</h2>
<p>Muting a creator hides their posts from your home page and suggestions and silences news about them. They aren’t told, and your subscription stays as it is.</p>
<h2>Block</h2>
<p>After a block, neither of you can see or contact the other. Follows end and a subscription won’t renew. What you bought stays yours. Blocked people are listed in your <a href="/user/account">account</a> under <strong>Privacy</strong>. Unblocking doesn’t bring follows or subscriptions back.</p>
<h2>Report</h2>
<p>Posts, comments, messages, profiles and everything else can be reported from their menu. You don’t need an account to report illegal content. The person you report isn’t told who you are. We tell you once we’ve reviewed it. Your reports are under <a href="/user/decisions">Decisions and reports</a>.</p>
<h2>If we made a decision about you</h2>
<p>You get an email with the reason and a link that works without logging in. You can appeal once, within six months, and someone else will decide.</p>`,
  },
  {
    name: 'delete-account',
    title: 'Download your data, deactivate or delete',
    summary: 'Keep a copy of your data, take a break, or leave.',
    html: ({ settings }) => `
<p>All three are in your <a href="/user/account">account</a> under <strong>Security</strong>.</p>
<h2>Download your data</h2>
<p>Under <strong>Your data</strong>, ask for a ZIP of your profile, messages, purchases, payments and uploads. We email you when it’s ready. You can download it for ${plural(settings.exportDays, 'day')}.</p>
<h2>Deactivate</h2>
<p>Your profile is hidden until you log in again. Your tokens and purchases are kept, and your subscriptions don’t renew.</p>
<h2>Delete</h2>
<p>Your account is closed right away and deleted after ${plural(settings.deletionGraceDays, 'day')}. Log in before then to keep it. Before you confirm, we show what’s deleted, what’s kept and what has to be settled first, such as running orders or bids. Tokens left in your wallet are lost.</p>
<p>What’s kept: payment records without your name, text messages in other people’s conversations, and anything others bought from you.</p>`,
  },
];
