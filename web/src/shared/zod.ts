import { config } from 'zod/v4/core';

// The build has each schema come through here: zod would try whether it may compile code, which the
// Content-Security-Policy forbids and each browser reports.
config({ jitless: true });

export * from 'zod/v4';
