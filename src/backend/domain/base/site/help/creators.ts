import { limits } from '#config/limits.ts';
import { formatNumber, plural } from '#lib/format.ts';
import type { HelpPage } from './help-page.ts';

const gigabytes = limits.upload.largestBytes / 1024 ** 3;
const hours = limits.upload.recordingSeconds / 3_600;

/** Help for creators about their page and what they publish. */
export const creatorPages: readonly HelpPage[] = [
  {
    name: 'become-a-creator',
    title: 'Become a creator',
    summary: 'Sign up, verify your identity and get approved.',
    html: ({ settings, creatorShare }) => `
<p>As a creator you keep ${creatorShare} of what fans pay you. To protect everyone, we check who you are before your page goes public.</p>
<h2>Sign up</h2>
<ol>
<li>On <a href="/auth/register">Join</a>, choose <strong>I’m a creator</strong>.</li>
<li>Add a photo of the front of an identity document, and of the back if it has one.</li>
<li>Confirm that you’re an adult and that the documents are yours, and that everyone who appears in your work is an adult and has agreed.</li>
</ol>
<p>Your documents are stored encrypted. Only the people who run this site can open them, and every time they do is recorded.</p>
<h2>Review</h2>
<p>Reviews usually take up to ${plural(settings.documentReviewDays, 'day')}. Until you’re approved, no one else can see your page. If we reject your documents, you get the reason and can send new ones under <strong>Payouts</strong> in your <a href="/creator/account?tab=payouts">settings</a>.</p>
<h2>When a document expires</h2>
<p>We remind you 30 and 7 days before. Send a newer document in time and nothing changes. Otherwise your page is hidden until the new one is approved.</p>
<h2>First steps</h2>
<p>Your <a href="/creator">creator home</a> lists what’s left to do: a picture, a bio, prices, a first post and a payout method.</p>`,
  },
  {
    name: 'profile',
    title: 'Set up your page',
    summary: 'Pictures, welcome video, bio, username and time zone.',
    html: () => `
<p>Everything about your page is in your <a href="/creator/account">settings</a> under <strong>Profile</strong>.</p>
<h2>Pictures and welcome video</h2>
<p>Add a profile picture, a cover and, if you like, a welcome video. You can crop pictures before you save them.</p>
<h2>Name, username and bio</h2>
<p>Your username is the address of your page. If you change it, the old address leads to the new one for 30 days, and no one else can take it during that time. You can change it up to five times in 30 days.</p>
<h2>Categories</h2>
<p>Fans find you by your categories in <a href="/explore">Explore</a>, and by the words of your name, username, bio and tags in Search.</p>
<h2>Time zone</h2>
<p>Your statistics and earnings show days in your time zone. Statements and payouts use UTC.</p>
<h2>Share your page</h2>
<p>Select Share on your page. Add <code>?ref=</code> and a word to the link, such as <code>?ref=newsletter</code>, to see in your <a href="/creator/statistics">statistics</a> how many views it brought.</p>`,
  },
  {
    name: 'posts',
    title: 'Publish posts',
    summary: 'Types of posts, drafts, schedules, templates and series.',
    html: () => `
<p>Select <a href="/creator/feeds/new">New post</a>. A post can be text, up to ${limits.photosPerPost} photos, a video, a recording, a teaser or a poll.</p>
<h2>Write</h2>
<p>Use the toolbar for bold, italic, links and lists. <code>#tags</code> and <code>@usernames</code> become links. Add alt text to your photos so that everyone knows what they show.</p>
<h2>Who can see it</h2>
<p>Choose everyone, followers or subscribers, or sell the post on its own. See <a href="/posts/help/prices">prices and offers</a>. With <strong>Preview as</strong> you see a saved post the way a visitor, a follower or a subscriber does.</p>
<h2>Drafts and schedules</h2>
<p>New posts are saved as drafts while you write. To publish later, choose a date. You can also choose when a post expires: it then disappears for everyone who hasn’t bought it. The <a href="/creator/feeds/calendar">calendar</a> shows what’s coming.</p>
<h2>Templates and series</h2>
<p>Save a post as a template to reuse its text, audience and price. Put posts that belong together into a <a href="/creator/feeds/series">series</a>, such as the parts of a course. Each part links to the one before and after it.</p>
<h2>Pin, archive, delete</h2>
<p>You can pin up to ${limits.pinnedPosts} posts to your page. Archiving takes a post down and you can restore it. People who bought a post keep it, whatever you do with it later.</p>`,
  },
  {
    name: 'videos',
    title: 'Upload videos',
    summary: 'Formats, thumbnails, teasers, captions and tagged creators.',
    html: () => `
<p>Select <a href="/creator/videos/new">New video</a> and choose a file. Fill in the details while it uploads.</p>
<h2>Files</h2>
<p>Files can have up to ${gigabytes} GB and ${hours} hours. Almost any format works: we convert it so that it plays everywhere. If your connection drops, the upload continues where it stopped.</p>
<h2>Thumbnail, teaser and captions</h2>
<ul>
<li><strong>Thumbnail</strong>: choose a frame or upload a picture.</li>
<li><strong>Teaser</strong>: up to ${limits.teaser.maxSeconds} seconds that everyone can watch. Upload one or have it cut from the video.</li>
<li><strong>Captions</strong>: upload a WebVTT file for each language.</li>
</ul>
<h2>Publishing</h2>
<p>A video is published once it’s processed, everyone you tagged has accepted, and its date has come. If it can’t be processed, you see why and can try again.</p>
<h2>Other people in your video</h2>
<p>Tag other creators. They see the video before they accept, and can withdraw later. People without an account can be named with a signed release. Releases are kept under <strong>Payouts</strong> in your <a href="/creator/account?tab=payouts">settings</a>.</p>
<h2>After a sale</h2>
<p>A video that someone bought can be archived, or deleted for everyone else, but its file can’t be replaced.</p>`,
  },
  {
    name: 'galleries',
    title: 'Photos and galleries',
    summary: 'Publish photos on their own or together, and sell galleries.',
    html: () => `
<p>Upload photos under <a href="/creator/photos">Photos</a>, or create a <a href="/creator/galleries/new">gallery</a> with up to ${formatNumber(limits.photosPerGallery)} of them.</p>
<h2>Audience and price</h2>
<p>Photos in a gallery follow the gallery’s audience and price. A photo on its own has its own audience. If you take a photo out of a gallery, it becomes a draft, so it’s never shown to the wrong people.</p>
<h2>Arrange</h2>
<p>Put photos in any order, choose a cover, and edit captions, locations and alt text. A published gallery keeps at least one photo. To take down the last one, archive or delete the gallery.</p>
<h2>What buyers keep</h2>
<p>Buyers see everything that’s in the gallery now, and every photo they bought, even if you’ve removed it since. Photos that a fan already owns are taken off the gallery’s price for them.</p>`,
  },
  {
    name: 'prices',
    title: 'Prices and offers',
    summary: 'Subscription prices, single prices, discounts, trials and free subscriptions.',
    html: ({ settings, money, creatorShare, tokenValue }) => `
<p>You keep ${creatorShare} of what fans pay. If you give a discount, our fee is taken from what the fan actually paid.</p>
<h2>Subscription prices</h2>
<p>Set them in your <a href="/creator/account?tab=membership">settings</a> under <strong>Membership</strong>. A month costs between ${money(settings.minimumSubscriptionPrice)} and ${money(settings.maximumSubscriptionPrice)}. You can add a yearly price and a discount of up to ${limits.bundlePercent[1]}% for 3 and 6 months.</p>
<p>A new price applies to new subscribers right away. Everyone else keeps paying the old one until they accept. We tell them about the change after ten minutes, so you have time to fix a typo.</p>
${settings.freeSubscriptionEnabled ? '<h2>Free subscriptions</h2><p>You can offer a free subscription for a number of days. Each fan can take it once, and it ends automatically.</p>' : ''}
<h2>Sell something on its own</h2>
<p>Prices of posts, videos, galleries and messages are in tokens, from ${limits.itemPrice.min} to ${formatNumber(limits.itemPrice.max)}. ${tokenValue}. Choose <strong>Included for subscribers</strong> if only people who don’t subscribe should pay.</p>
<h2>Offers and trial links</h2>
<p>Under <a href="/creator/promotions">Offers</a>, create a discount of ${limits.promotion.percent[0]}% to ${limits.promotion.percent[1]}% on the first period, for everyone who isn’t subscribed, only for new fans or only for former subscribers. Or create a link to a free trial of up to ${limits.promotion.trialDays[1]} days. Limit either by date or number of uses. Each shows what the people who used it have paid since.</p>`,
  },
];
