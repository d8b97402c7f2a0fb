/** The settings of the seal: the key and the certificate that sign notifications. */
import { z } from 'zod';

export const notificationSettings = {
  /** File of the private key that signs notifications, PEM. Unset: a sandbox makes one; outside a sandbox no TPP is notified. */
  NOTIFICATION_KEY: z.string().min(1).optional(),
  /** File of the certificate of that key, PEM. */
  NOTIFICATION_CERTIFICATE: z.string().min(1).optional(),
} as const;

type NotificationValues = Readonly<Partial<Record<keyof typeof notificationSettings, string | undefined>>>;

/** The files of the seal; null unless both are set. */
export const sealFilesOf = ({
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
  if (certificate !== undefined && key === undefined)
    return ['NOTIFICATION_CERTIFICATE needs NOTIFICATION_KEY'];
  return [];
};
