import { Router } from 'express';
export function apiDocs(): Router {
  return Router();
}
