import { z } from 'zod';
import { logFormats } from './pretty-log.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

export const logSettings = {
  /** Lowest level of log lines that are written. */
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
  /** json, or pretty: readable lines. Unset: pretty on a terminal, otherwise json. */
  LOG_FORMAT: z.enum(logFormats, { error: `must be one of ${logFormats.join(', ')}` }).optional(),
} as const;
