/** The settings of the seal that signs notifications, and their checks. */
import { z } from 'zod';

export const notificationSettings = {
  /** File of the private key that signs notifications to TPPs, PEM. Unset: a sandbox makes one, and a bank does not notify. */
  NOTIFICATION_KEY: z.string().min(1).optional(),
  /** File of the certificate of that key, PEM. */
  NOTIFICATION_CERTIFICATE: z.string().min(1).optional(),
} as const;

type NotificationValues = Readonly<Partial<Record<keyof typeof notificationSettings, string | undefined>>>;

/** The files of the seal; null unless both are set. */
export const sealOf = ({
  NOTIFICATION_KEY: keyFile,
  NOTIFICATION_CERTIFICATE: certificateFile,
}: NotificationValues) =>
  keyFile === undefined || certificateFile === undefined ? null : { keyFile, certificateFile };

/** Finds a key without a certificate, and a certificate without a key. */
export const notificationFaults = ({
  NOTIFICATION_KEY: key,
  NOTIFICATION_CERTIFICATE: certificate,
}: NotificationValues): readonly string[] => {
  if (key !== undefined && certificate === undefined)
    return ['NOTIFICATION_KEY needs NOTIFICATION_CERTIFICATE'];
  return key === undefined && certificate !== undefined
    ? ['NOTIFICATION_CERTIFICATE needs NOTIFICATION_KEY']
    : [];
};
