ALTER TABLE "performers" ALTER COLUMN "monthly_price" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "performers" ALTER COLUMN "yearly_price" DROP NOT NULL;