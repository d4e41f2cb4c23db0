/** Below the list of commands. */
export const examples = `
Examples:
  npm run operator -- performers list --state pending
  npm run operator -- performers documents anna --to ../anna
  npm run operator -- performers approve anna
  npm run operator -- performers reject bob --reason "The photo of the document is blurred."
  npm run operator -- people suspend bob --until 2027-01-31 --reason "Repeated insults in comments."
  npm run operator -- people remove-second-factor anna --reason "She called and knew her last two payments."
  npm run operator -- operators add olga
  npm run operator -- mail show latest
  npm run operator -- mail resend latest
  npm run operator -- contact list --state open
  npm run operator -- settings set commissionBps 1500
  npm run operator -- --json jobs list --state failed
  npm run operator -- ledger list --of anna
  npm run operator -- words add "easy money" spamword
  npm run operator -- cases list --state open
  npm run operator -- cases decide 0197c6a0-0000-7000-8000-000000000001 --action remove --reason spam
  npm run operator -- audit --whom anna --from 2026-11-01
  npm run operator -- payouts approve 0197c6a0-0000-7000-8000-000000000001
  npm run operator -- adjustments propose anna --give --tokens 50 --reason "You were charged twice."
  npm run operator -- events list --state failed
  npm run operator -- coupons add WELCOME --percent 10 --first
  npm run operator -- packages add "Big one" --tokens 2000 --bonus 200 --price 9999
  npm run operator -- posts write terms --title "Terms" --file terms.html --page
  npm run operator -- backup ../backups/monday
  npm run operator -- secret renew
  npm run operator -- refund 0197c6a0-0000-7000-8000-000000000001 --reason "Bought twice." --yes`;
