import { plural } from '#lib/format.ts';
import type { HelpPage } from './help-page.ts';

const command = (words: string) => `<pre><code>${words}</code></pre>`;

/** The manual for people who run a site. */
export const operatorPages: readonly HelpPage[] = [
  {
    name: 'operator-start',
    title: 'Start a site',
    summary: 'From an empty machine to a site with an operator.',
    html: () => `
<p>You need a machine with Node 20.12 or newer and npm. Everything else, including a database, comes with the program.</p>
<h2>Try it</h2>
${command('npm start')}
<p>The first start installs, builds and opens a demo site at <code>http://localhost:3000</code>. No real money is charged.</p>
<h2>Run it for real</h2>
<ol>
<li>Put a proxy in front that terminates TLS and forwards websockets. <code>deploy/nginx.conf</code> and <code>deploy/Caddyfile</code> are examples.</li>
<li>Copy <code>.env.example</code> to <code>.env</code> and set at least <code>DEMO=0</code>, <code>PUBLIC_URL</code>, <code>TRUSTED_PROXIES</code> and <code>SMTP_URL</code>. Every setting is explained in that file.</li>
<li>For card payments, set <code>STRIPE_SECRET_KEY</code>, <code>STRIPE_PUBLISHABLE_KEY</code> and <code>STRIPE_WEBHOOK_SECRET</code>, and add an endpoint at <code>/api/v1/webhooks/stripe</code> in Stripe.</li>
<li>For live streams, open UDP ports 40000 to 40099.</li>
<li>Start it. <code>deploy/limelight.service</code> runs it with systemd, <code>compose.yaml</code> in containers.</li>
</ol>
<h2>Become an operator</h2>
<p>Create an ordinary account on the site, turn on two-factor authentication, then run:</p>
${command('npm run operator -- operators add &lt;username&gt;')}
<p>The desk opens at <code>/operator</code>. To everyone else that page doesn’t exist. Operators can be added and removed only on the command line.</p>
<h2>Before you open</h2>
<ul>
<li>Write your terms, privacy page and news. See <a href="/posts/help/operator-settings">settings and pages</a>.</li>
<li>Make a <a href="/posts/help/operator-backups">backup</a> and restore it once on another machine.</li>
<li>Set <code>SECURITY_CONTACT</code> so that people know where to report a vulnerability.</li>
</ul>`,
  },
  {
    name: 'operator-settings',
    title: 'Settings and pages',
    summary: 'Name, prices, limits, token packages, coupons, terms and news.',
    html: () => `
<p>There are two kinds of settings. Those of the machine are in <code>.env</code> and need a restart. Those of the site are changed on the command line and apply within two seconds.</p>
<h2>Settings of the site</h2>
${command('npm run operator -- settings get\nnpm run operator -- settings get commissionBps\nnpm run operator -- settings set commissionBps 1500')}
<p>The first command lists all of them with their values: the site’s name, logo and footer links, currency, price limits, commission, holding times, limits for new accounts and more. The second shows one. Check the unit before you change a value.</p>
<h2>Token packages, coupons and promos</h2>
${command('npm run operator -- packages add "Big one" --tokens 2000 --bonus 200 --price 9999\nnpm run operator -- coupons add WELCOME --percent 10 --first\nnpm run operator -- promos list')}
<p>The site pays for coupons. Creators still earn on the full price.</p>
<h2>Pages and news</h2>
${command('npm run operator -- posts write terms --title "Terms" --file terms.html --page\nnpm run operator -- posts publish terms')}
<p>Without <code>--page</code> it’s news. If you change the page <code>terms</code> or <code>privacy</code> and want everyone to accept it again, add <code>--ask-again "What changed"</code>.</p>
<h2>These help pages</h2>
<p>The numbers in these pages follow your settings. To replace one, publish a page of your own under the same address with a dash instead of the slash: <code>help-wallet</code> replaces <code>/posts/help/wallet</code>, and <code>help</code> replaces the overview.</p>`,
  },
  {
    name: 'operator-creators',
    title: 'Approve creators',
    summary: 'Review documents, reject them with a reason, and handle expired ones.',
    html: ({ settings }) => `
<p>New creators wait under <strong>Creators to verify</strong> at the desk. You get the same with:</p>
${command('npm run operator -- performers list --state pending\nnpm run operator -- performers documents anna --to ../anna\nnpm run operator -- performers approve anna --until 2030-05-31')}
<h2>Review</h2>
<ol>
<li>Open the documents. It’s recorded in the audit log that you did.</li>
<li>Compare them with the profile. Check the age and the date on which the document expires.</li>
<li>Approve with that date, or reject with a reason. The creator reads it and can send new documents.</li>
</ol>
<p>Creators are told that reviews usually take up to ${plural(settings.documentReviewDays, 'day')} (<code>documentReviewDays</code>).</p>
<h2>When a document expires</h2>
<p>The creator is reminded 30 and 7 days before. ${settings.documentGraceDays > 0 ? `${plural(settings.documentGraceDays, 'day')} after` : 'On'} that day the page is hidden (<code>documentGraceDays</code>). Everything comes back with the next approval.</p>
<h2>Withdraw an approval</h2>
${command('npm run operator -- performers withdraw anna --reason "The document isn’t hers."')}
<h2>Releases</h2>
<p>With <code>releasesRequired</code>, everyone named in a work without an account needs a signed release before it’s published.</p>`,
  },
  {
    name: 'operator-moderation',
    title: 'Moderation',
    summary: 'Reports, decisions, appeals, suspensions and filtered words.',
    html: ({ settings }) => `
<p>Reports about the same thing form one case. Cases are under <strong>Reports</strong> at the desk. Each has copies of what was reported, so later changes don’t matter.</p>
<h2>Decide a case</h2>
<p>You can dismiss it, hide or remove the content, warn or suspend the person, or hold payouts. Choose a reason and adapt it. The person gets a statement of reasons and can appeal within six months. People who reported learn only whether something was done.</p>
<ul>
<li>No one decides about themselves or about something they reported.</li>
<li>An appeal is decided by someone other than the person who made the decision.</li>
<li>${settings.twoPersonBans ? 'A ban, which is a suspension without an end, needs two operators at the desk' : 'A ban, which is a suspension without an end, currently needs one operator'} (<code>twoPersonBans</code>).</li>
</ul>
${command('npm run operator -- cases list --state open\nnpm run operator -- people suspend bob --until 2027-01-31 --reason "Repeated insults in comments."\nnpm run operator -- people restore bob --reason "The appeal was right."')}
<h2>Removed pictures</h2>
<p>Pictures you remove are recognized when someone uploads them again, and refused. If that hits something harmless, such as a logo, use <code>npm run operator -- pictures list</code> and <code>pictures forget</code>.</p>
<h2>Filtered words</h2>
<p>Comments with words on the site’s list wait under <strong>Held comments</strong>. Their authors see that they’re waiting.</p>
${command('npm run operator -- words add "easy money" spamword')}
<h2>Someone lost their second factor</h2>
<p>First make sure that it’s really them, for example by asking about recent payments. Then:</p>
${command('npm run operator -- people remove-second-factor anna --reason "She called and knew her last two payments."')}
<h2>Transparency</h2>
<p><code>cases statements</code> and <code>cases numbers</code> give you the statements of reasons and the numbers for a transparency report as CSV files. Everything operators do is in the <strong>Audit log</strong>.</p>`,
  },
  {
    name: 'operator-payouts',
    title: 'Payouts, refunds and disputes',
    summary: 'Pay creators, return money, and correct balances.',
    html: ({ settings, money }) => `
<h2>Pay creators</h2>
<p>Requests wait under <strong>Payouts</strong>. A payout through the payment provider is sent once you approve it. For a bank transfer:</p>
<ol>
<li>Open the payout and its bank details. It’s recorded that you did.</li>
<li>Approve it.</li>
<li>Mark it as processing before you instruct your bank. From then on the creator can’t cancel it.</li>
<li>Mark it as paid with the bank’s reference. If the bank doesn’t send it, mark it as failed. If it comes back later, mark it as returned.</li>
</ol>
${command('npm run operator -- payouts list\nnpm run operator -- payouts show &lt;id&gt;\nnpm run operator -- payouts approve &lt;id&gt;')}
<p>${settings.twoPersonPayoutAmount === null ? 'One operator is enough for any payout' : `From ${money(settings.twoPersonPayoutAmount)}, two operators have to approve a payout at the desk`} (<code>twoPersonPayoutAmount</code>).</p>
<h2>Refund a payment</h2>
${command('npm run operator -- refund &lt;transaction&gt; --reason "Bought twice."')}
<p>The money goes back to where it came from, and what it bought is revoked. A top-up whose tokens are spent can’t be refunded.</p>
<h2>Correct a balance</h2>
<p>Adjustments of a wallet or of earnings take two operators: one proposes, another approves. The person is told the reason.</p>
${command('npm run operator -- adjustments propose anna --give --tokens 50 --reason "You were charged twice."')}
<h2>Disputes and payment events</h2>
<p>An open dispute changes nothing. If it’s lost, the payment is reversed. Look at <strong>Payment events</strong> from time to time: it lists events from the payment provider that couldn’t be applied, with the reason.</p>
<h2>Check the books</h2>
${command('npm run operator -- ledger check')}`,
  },
  {
    name: 'operator-backups',
    title: 'Backups and restoring',
    summary: 'What a backup contains, how to restore it, and how to undo that.',
    html: () => `
<h2>Back up</h2>
${command('npm run operator -- backup ../backups/monday')}
<p>The site keeps running. The folder gets the database, the uploads, creators’ encrypted documents and the signing secret, so keep it as safe as the server itself. <code>--without-documents</code> leaves the documents out. A folder with the name you gave is complete.</p>
<p>Uploads in S3 aren’t included. Back them up where they are, for example with versioning. If <code>SECRET</code> is set in the environment, keep it separately: it isn’t in the backup.</p>
<h2>Restore</h2>
<ol>
<li>Stop the server.</li>
<li>Run <code>npm run operator -- restore ../backups/monday</code> with the settings of the machine on which it should run. It works with any PostgreSQL 15 or newer.</li>
<li>Confirm with the name or the host of the site that is replaced.</li>
<li>Start the server.</li>
</ol>
<p>The backup is checked first, then everything happens at once: if anything fails, nothing has changed. Files are added, never removed.</p>
<h2>Undo a restore</h2>
<p>What was replaced is kept in <code>before-restore-&lt;date&gt;</code> in <code>DATA_DIR</code>. Restore that folder to go back.</p>
<h2>Practice</h2>
<p>Restore a backup on another machine every now and then. A backup you’ve never restored is a hope, not a backup.</p>`,
  },
  {
    name: 'operator-upgrades',
    title: 'Upgrade and keep it running',
    summary: 'New versions, several processes, health and secrets.',
    html: () => `
<h2>Upgrade</h2>
<ol>
<li>Read <code>CHANGELOG.md</code> and make a <a href="/posts/help/operator-backups">backup</a>.</li>
<li>Stop the server and put the new version in place.</li>
<li>Start it. The first process migrates the database, all or nothing.</li>
</ol>
<p>To go back, restore the backup with the old version.</p>
<h2>Several processes</h2>
<p>One process is enough for most sites. For more, run the same program with <code>ROLE=web</code>, <code>api</code>, <code>jobs</code> or <code>live</code> on one database. They can be restarted one after the other without losing a request. <code>docs/several-processes.md</code> explains how.</p>
<h2>Health</h2>
<ul>
<li><code>/healthz</code> answers while the process runs, <code>/readyz</code> while it can serve requests.</li>
<li><strong>Health</strong> and <strong>Failed jobs</strong> at the desk show what needs attention. <code>npm run operator -- jobs list --state failed</code> lists the same jobs.</li>
<li>With <code>METRICS_PORT</code>, metrics for Prometheus are at <code>/metrics</code>. Don’t open that port to the internet.</li>
</ul>
<h2>Change the secret</h2>
<ol>
<li>Put the old value into <code>SECRET_PREVIOUS</code> and a new one into <code>SECRET</code>, then restart.</li>
<li>Run <code>npm run operator -- secret renew</code>.</li>
<li>Clear <code>SECRET_PREVIOUS</code> and restart.</li>
</ol>
<h2>Emails</h2>
<p>Without <code>SMTP_URL</code>, emails stay in the outbox. <code>npm run operator -- mail list</code> shows them, and so does <strong>Emails</strong> at the desk.</p>`,
  },
];
