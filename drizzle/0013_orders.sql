CREATE TABLE "bank_orders" (
	"order_id" text PRIMARY KEY NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "bank_orders_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tpp_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"kind" text NOT NULL,
	"cancels" text,
	"execution_date" date NOT NULL,
	"nominal_date" date,
	"debtor_name" text NOT NULL,
	"evidence" jsonb,
	"state" text NOT NULL,
	"tries" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"send_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_reports" (
	"message_id" text NOT NULL,
	"order_id" text NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_reports_message_id_order_id_pk" PRIMARY KEY("message_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "report_cursor" (
	"id" integer PRIMARY KEY NOT NULL,
	"cursor" text,
	"leased_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stray_reports" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stray_reports_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"why" text NOT NULL,
	"detail" text NOT NULL,
	"document" text NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bank_orders" ADD CONSTRAINT "bank_orders_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_reports" ADD CONSTRAINT "order_reports_order_id_bank_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."bank_orders"("order_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_orders_due" ON "bank_orders" USING btree ("send_at") WHERE "bank_orders"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "bank_orders_payment" ON "bank_orders" USING btree ("payment_id","sequence");--> statement-breakpoint
CREATE INDEX "order_reports_order" ON "order_reports" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_reports_age" ON "order_reports" USING btree ("recorded_at");--> statement-breakpoint
CREATE INDEX "stray_reports_age" ON "stray_reports" USING btree ("recorded_at");