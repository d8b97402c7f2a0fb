CREATE TABLE "seeded_payments" (
	"tpp_id" text NOT NULL,
	"payment_id" text NOT NULL,
	CONSTRAINT "seeded_payments_tpp_id_payment_id_pk" PRIMARY KEY("tpp_id","payment_id")
);
--> statement-breakpoint
ALTER TABLE "seeded_payments" ADD CONSTRAINT "seeded_payments_payment_fk" FOREIGN KEY ("tpp_id","payment_id") REFERENCES "public"."payments"("tpp_id","payment_id") ON DELETE cascade ON UPDATE no action;