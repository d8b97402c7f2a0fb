import { z } from 'zod';
import { logFormats } from './pretty-log.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

export const logSettings = {
  LOG_LEVEL: {
    check: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
    about: 'Lowest level of log lines that are written.',
  },
  LOG_FORMAT: {
    check: z.enum(logFormats, { error: `must be one of ${logFormats.join(', ')}` }).optional(),
    about: 'json, or pretty: readable lines. Unset: pretty on a terminal, otherwise json.',
  },
} as const;
