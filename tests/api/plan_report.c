// SPDX-License-Identifier: BSD-3-Clause
// Tessera: prints a plan's report by the C interface: plan_report json|text JOB-FILE, or json|text ARRAY FROM TO RANKS.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tessera.h>

static int plan_of_file(char const* path, tessera_plan** plan) {
    char* const text = calloc(1, 1 << 20);
    FILE* const file = fopen(path, "r");
    if (file == NULL || fread(text, 1, (1 << 20) - 1, file) == 0) return TESSERA_FAILED;
    fclose(file);
    int const status = tessera_plan_job(text, path, 0, plan);
    free(text);
    return status;
}

int main(int argc, char** argv) {
    tessera_plan* plan = NULL;
    char* report = NULL;
    int status = TESSERA_INVALID;
    if (argc == 3) status = plan_of_file(argv[2], &plan);
    if (argc == 6) status = tessera_plan_parse(argv[2], argv[3], argv[4], strtol(argv[5], NULL, 10), &plan);
    if (status == TESSERA_OK)
        status = strcmp(argv[1], "json") == 0 ? tessera_plan_json(plan, &report) : tessera_plan_text(plan, &report);
    if (status != TESSERA_OK) {
        fprintf(stderr, "%s\n", tessera_error());
        return status;
    }
    fputs(report, stdout);
    tessera_free_text(report);
    tessera_plan_free(plan);
    return 0;
}
