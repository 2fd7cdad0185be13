// SPDX-License-Identifier: BSD-3-Clause
// Tessera: prints a report by the C interface. plan_report json|text|schedule|schedules|advice JOB-FILE, or with ARRAY FROM TO RANKS
// instead of the file. The last three are about the machine "delta".
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tessera.h>

static char file_text[1 << 20];

static int plan_of_file(char const* path, tessera_plan** plan) {
    FILE* const file = fopen(path, "r");
    if (file == NULL || fread(file_text, 1, sizeof file_text - 1, file) == 0) return TESSERA_FAILED;
    fclose(file);
    return tessera_plan_job(file_text, path, 0, plan);
}

static int report_of(char const* kind, tessera_plan const* plan, char const* path, char** report) {
    if (strcmp(kind, "json") == 0) return tessera_plan_json(plan, report);
    if (strcmp(kind, "text") == 0) return tessera_plan_text(plan, report);
    tessera_site* site = NULL;
    int status = tessera_site_make(NULL, NULL, "delta", &site);
    if (status == TESSERA_OK && strcmp(kind, "schedule") == 0) status = tessera_plan_schedule(plan, NULL, site, report);
    if (status == TESSERA_OK && strcmp(kind, "schedules") == 0) status = tessera_plan_schedules(plan, site, report);
    if (status == TESSERA_OK && strcmp(kind, "advice") == 0) status = tessera_advise(file_text, path, 0, site, 0, 0, 0, report);
    tessera_site_free(site);
    return status;
}

int main(int argc, char** argv) {
    tessera_plan* plan = NULL;
    char* report = NULL;
    int status = TESSERA_INVALID;
    if (argc == 3) status = plan_of_file(argv[2], &plan);
    if (argc == 6) status = tessera_plan_parse(argv[2], argv[3], argv[4], strtol(argv[5], NULL, 10), &plan);
    if (status == TESSERA_OK) status = report_of(argv[1], plan, argv[2], &report);
    if (status != TESSERA_OK) {
        fprintf(stderr, "%s\n", tessera_error());
        return status;
    }
    fputs(report, stdout);
    tessera_free_text(report);
    tessera_plan_free(plan);
    return 0;
}
