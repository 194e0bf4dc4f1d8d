#include "job_queue.h"
