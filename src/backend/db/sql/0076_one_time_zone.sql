-- An account has one time zone. Whoever chose one for quiet hours and has none yet keeps that; UTC stood for no choice.
UPDATE accounts SET time_zone = s.time_zone FROM notification_settings s
WHERE s.account_id = accounts.id AND accounts.time_zone IS NULL AND s.time_zone ~ '^[A-Za-z]+/';
--> statement-breakpoint
ALTER TABLE "notification_settings" DROP COLUMN "time_zone";
